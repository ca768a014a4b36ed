import { expect, test } from 'vitest'
import { tabbedLines, tableLines } from './table.ts'
import { textWidth } from './text-width.ts'

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
