import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { escapeMarkdown, markdownLink } from './markdown.ts'

const markdown = new MarkdownIt()

test.each([
  'Speed & Performance',
  '*not* _slanted_ snake_case `code` [x](y) <b>',
  '# no heading',
  '1. no list',
  '- no list',
  '> no quote',
  '10,000 INR or 116 USD, 2-4 weeks',
  'C:\\kites',
])('“%s” reads the same as Markdown', (text) => {
  const [, inline] = markdown.parse(escapeMarkdown(text), {})
  expect(inline?.children?.map(({ content }) => content).join('')).toBe(text)
  expect(inline?.children?.every(({ type }) => type.startsWith('text'))).toBe(true)
})

test('what needs no escaping is left alone, since people read the source too', () => {
  expect(escapeMarkdown('Node.js, C#, a 72-hour MVP (really): snake_case!')).toBe(
    'Node.js, C#, a 72-hour MVP (really): snake_case!',
  )
})

test('an address with brackets stays one link', () => {
  expect(markdownLink('a]b', 'https://a.example/x(1)')).toBe('[a\\]b](https://a.example/x%281%29)')
})
