import { expect, test } from 'vitest'
import { cutText, tabbedLines, tableLines, textWidth } from './table.ts'

const unpainted = (_: unknown, text: string) => text
const head = [{ title: 'Reference', fixed: true as const }, 'Name', 'E-mail', { title: 'Mails', right: true as const }]
const rows = [
  ['KW-7GQ4M2XD', '田中 太郎', 'taro@client.example', '2'],
  ['KW-4WXBK5HG', 'Christopher Featherstonehaugh', { text: 'chris@long.client.example', style: 'red' as const }, '12'],
]

test('a table with room keeps every word, in columns that begin below their titles', () => {
  expect(tableLines(head, rows, 200, unpainted)).toEqual([
    'Reference    Name                           E-mail                     Mails',
    'KW-7GQ4M2XD  田中 太郎                      taro@client.example            2',
    'KW-4WXBK5HG  Christopher Featherstonehaugh  chris@long.client.example     12',
  ])
})

test('a table without room cuts its widest columns first, and never what is to be copied', () => {
  const lines = tableLines(head, rows, 50, unpainted)
  expect(lines[2]).toBe('KW-4WXBK5HG  Christopher F…  chris@long.cl…     12')
  expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(50)
  expect(tableLines(head, rows, 5, unpainted)[1]).toContain('KW-7GQ4M2XD')
})

test('the next program gets whole cells between tabs, and no heading', () => {
  expect(tabbedLines(rows)[1]).toBe('KW-4WXBK5HG\tChristopher Featherstonehaugh\tchris@long.client.example\t12')
})

test.each([
  ['Ada', 3],
  ['Zoë', 3],
  ['Zoe\u0308', 3],
  ['田中 太郎', 9],
  ['ｆｕｌｌ', 8],
  ['ﾊﾝｶｸ', 4],
  ['한국', 4],
  ['हिन्दी', 4],
  ['👩‍👩‍👧 🇮🇳 ❤️', 8],
  ['a\u200Bb\u200D', 2],
  ['\u001B[31mred\u001B[39m', 3],
])('%s takes %i columns', (text, width) => {
  expect(textWidth(text)).toBe(width)
})

test('what does not fit is cut between letters, with an ellipsis in its last column', () => {
  expect(cutText('Ada', 3)).toBe('Ada')
  expect(cutText('Lovelace', 5)).toBe('Love…')
  expect(cutText('田中 太郎', 6)).toBe('田中…')
  expect(cutText('Zoe\u0308 x', 4)).toBe('Zoe\u0308…')
})

test('a book is cut as fast as a word', () => {
  expect(textWidth(cutText('\u0308'.repeat(5_000_000), 10))).toBeLessThanOrEqual(10)
  expect(textWidth(cutText('田'.repeat(1_000_000), 11))).toBe(11)
})
