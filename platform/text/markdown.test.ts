import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { escapeMarkdown, markdownLink } from './markdown.ts'

const parser = new MarkdownIt()

test.each([
  '*not* _slanted_ snake_case `code` [x](y) <b>',
  '# no heading',
  '1. no list',
  '- no list',
  '> no quote',
  'C:\\kites & more',
  '>quote',
  '- -- -',
  '~~~ code',
  '&lt;b&gt;',
])('“%s” reads the same as Markdown', (text) => {
  const [, inline] = parser.parse(escapeMarkdown(text), {})
  expect(inline?.children?.map(({ content }) => content).join('')).toBe(text)
  expect(inline?.children?.every(({ type }) => type.startsWith('text'))).toBe(true)
  expect(markdownLink('a]b', 'https://a.example/x(1)')).toBe('[a\\]b](https://a.example/x%281%29)')
})
