import { expect, test } from 'vitest'
import { escapeXml } from './xml.ts'

test('escapes XML, and removes characters it forbids', () => {
  expect(escapeXml(`a & b <script> "c" 'd' ]]>`)).toBe('a &amp; b &lt;script&gt; &quot;c&quot; &#39;d&#39; ]]&gt;')
  expect(escapeXml('a\u0000\u0008\u000b\u001f\ufffe\ud800b')).toBe('ab')
  expect(escapeXml('tab\tline\nन🪁\u0085')).toBe('tab\tline\nन🪁\u0085')
})
