import { describe, expect, test } from 'vitest'
import { createPersonMatcher } from './person-matcher.ts'

const ada = createPersonMatcher(['ada@example.com'])

describe('a person’s address', () => {
  test.each<[string, string]>([
    ['Write to ADA@Example.COM.', 'Write to (erased).'],
    ['<ada@example.com>,ada@example.com.Thanks', '<(erased)>,(erased).Thanks'],
    ['?q=%3Dada%2540example.com&x', '?q=%3D(erased)&x'],
    ['%61%64%61@example%2Ecom', '(erased)'],
    ['is\\nada\\u0040example.com', 'is\\n(erased)'],
    ['&#97;da&#64;example&#x2e;com', '(erased)'],
    ['[{"is\\nada@example.com":["ada@example.com\\t"]}]', '[{"is\\n(erased)":["(erased)\\t"]}]'],
    ['[broken ada@example.com', '[broken (erased)'],
    ['是ada@example.com谢谢', '是(erased)谢谢'],
    ['_ada@example.com_', '_(erased)_'],
  ])('is erased from %s', (text, without) => {
    expect(ada.erasedFrom(text)).toBe(without)
    expect(ada.isIn(text) && !ada.isIn(without)).toBe(true)
  })

  test.each([
    'bada@example.com',
    'x.ada@example.com',
    'x%2Bada@example.com',
    'ada@example.com.au',
    'ADA@EXAMPLE.COM.AU',
    'ada@example.community',
    'ada at example dot com',
  ])('leaves %s, which is somebody else’s or none', (text) => {
    expect(ada.erasedFrom(text)).toBe(text)
  })

  test('has the domain in letters and in ASCII', () => {
    const zoe = createPersonMatcher(['zoe@MÜNCHEN.example'])
    const written = [
      'zoe@münchen.example',
      'ZOE@xn--mnchen-3ya.example',
      'zoe@m%C3%BCnchen.example',
      'zoe@m\\u00fcnchen.example',
    ]
    for (const text of [...written, 'zoe@münchen.example'.normalize('NFD')])
      expect(zoe.erasedFrom(text)).toBe('(erased)')
  })

  test('is found in hostile texts without hanging', () => {
    const deep = `${'['.repeat(50_000)}"ada@example.com"${']'.repeat(50_000)}`
    for (const text of ['\\'.repeat(300_000), '%25'.repeat(100_000), '&amp;'.repeat(60_000)])
      expect(ada.isIn(text)).toBe(false)
    expect(ada.erasedFrom(deep)).toBe(deep.replace('ada@example.com', '(erased)'))
  })
})
