import { expect, test } from 'vitest'
import { csvRecord } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '＝1', '\u00A0=1'])(
  '%j is made inert',
  (cell) => {
    expect(csvRecord([cell]).replaceAll('"', '')).toMatch(/^'/)
  },
)

test('a plain cell stays as it is, and what would break a record is quoted', () => {
  expect(csvRecord(['a', 'b-c', '1,2', 'say "x"', 'two\nlines', ''])).toBe('a,b-c,"1,2","say ""x""","two\nlines",\r\n')
})
