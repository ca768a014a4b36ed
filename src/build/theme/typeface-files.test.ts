import { expect, test } from 'vitest'
import { typefaceFiles } from './typeface-files.ts'

test('letters that the first subset lacks come from the one that has them; signs come from the reader’s own fonts', () => {
  const { lettersBeyond } = typefaceFiles({ package: '@fontsource-variable/newsreader', weight: 400 })
  expect(lettersBeyond('Zażółć gęślą jaźń, łąka: 10 zł')).toEqual([{ subset: 'latin-ext', letters: 'ąćęłńśźż' }])
  expect(lettersBeyond('São João, Grüße, ₹10,000, 汉字')).toEqual([])
})
