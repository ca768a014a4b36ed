import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../tests/support/databases.ts'
import { searchFolder } from './search-folder.ts'
import { createTrace } from './trace.ts'

const ada = createTrace(['ada@example.com'])
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('the trace of an address', () => {
  test.each<[string, string]>([
    ['Write to ADA@Example.COM.', 'Write to (erased).'],
    ['<ada@example.com>,ada@example.com.Thanks', '<(erased)>,(erased).Thanks'],
    ['?q=%3Dada%2540example.com&x', '?q=%3D(erased)&x'],
    ['%61%64%61@example%2Ecom', '(erased)'],
    ['is\\nada\\u0040example.com', 'is\\n(erased)'],
    ['&#97;da&commat;example&#x2e;com', '(erased)'],
    ['[{"is\\nada@example.com":["ada@example.com\\t"]}]', '[{"is\\n(erased)":["(erased)\\t"]}]'],
    ['[broken ada@example.com', '[broken (erased)'],
    ['是ada@example.com谢谢', '是(erased)谢谢'],
    ['_ada@example.com_', '_(erased)_'],
    ...['', 'x', 'xy'].map(
      (before) => [`id ${base64(`${before}ada@example.com;`)}`, 'id (erased)'] as [string, string],
    ),
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
    const trace = createTrace(['zoe@MÜNCHEN.example'])
    const written = [
      'zoe@münchen.example',
      'ZOE@xn--mnchen-3ya.example',
      'zoe@m%C3%BCnchen.example',
      'zoe@m\\u00fcnchen.example',
    ]
    for (const text of [...written, 'zoe@münchen.example'.normalize('NFD')])
      expect(trace.erasedFrom(text)).toBe('(erased)')
  })

  test('is found in hostile texts without hanging', () => {
    const deep = `${'['.repeat(50_000)}"ada@example.com"${']'.repeat(50_000)}`
    for (const text of ['\\'.repeat(300_000), '%25'.repeat(100_000), '&amp;'.repeat(60_000)])
      expect(ada.isIn(text)).toBe(false)
    expect(ada.erasedFrom(deep)).toBe(deep.replace('ada@example.com', '(erased)'))
  })
})

test('a search counts every occurrence in the database’s file but those that are known to be something else', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'mail'))
  const row = 'Adaada@example.comAn engine'
  const other = 'Bertbada@example.comA kite'
  writeFileSync(join(folder, 'kitewright.sqlite'), `\0\xff${other}`)
  writeFileSync(join(folder, 'mail', 'other.eml'), 'To: bada@example.com')
  const lookalikes = ada.lookalikesIn('bada@example.com')
  expect(await searchFolder(folder, ada, lookalikes)).toEqual({ files: 2, foundIn: [] })
  writeFileSync(join(folder, 'kitewright.sqlite-wal'), `${'\0'.repeat(5_000_000)}${row}${other}`)
  writeFileSync(join(folder, 'utf-16.txt'), 'ada@example.com', 'utf16le')
  writeFileSync(join(folder, 'mail', 'word.eml'), 'Subject: =?utf-8?Q?ada=40?=\r\n =?UTF-8?B?ZXhhbXBsZS5jb20=?=')
  const { foundIn } = await searchFolder(folder, ada, lookalikes)
  expect(foundIn).toEqual(['kitewright.sqlite-wal', 'mail/word.eml', 'utf-16.txt'])
})
