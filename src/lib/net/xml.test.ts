import { expect, test } from 'vitest'
import { escapeXml, xmlElement } from './xml.ts'

test('marks of XML are escaped, so that a text can neither end nor begin an element', () => {
  expect(escapeXml(`a & b <script> "c" 'd' ]]>`)).toBe('a &amp; b &lt;script&gt; &quot;c&quot; &#39;d&#39; ]]&gt;')
})

test('characters that XML forbids are left out; all others stay, rare ones too', () => {
  expect(escapeXml('a\u0000\u0008\u000b\u001f\ufffe\ud800b')).toBe('ab')
  expect(escapeXml('tab\tline\nन🪁\u0085')).toBe('tab\tline\nन🪁\u0085')
})

test('an element without a text is no element', () => {
  expect(xmlElement('lastmod', undefined)).toBe('')
  expect(xmlElement('title', 'Q&A')).toBe('<title>Q&amp;A</title>\n')
})
