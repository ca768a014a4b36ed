import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { enterFolder, leaveFolder } from '../../tests/support/content.ts'
import { articleDrawing, readDrawings } from './drawings.ts'

function drawings(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'kitewright-drawings-'))
  onTestFinished(() => leaveFolder())
  mkdirSync(join(folder, 'content/drawings/articles'), { recursive: true })
  for (const [name, svg] of Object.entries(files)) writeFileSync(join(folder, 'content/drawings', name), svg)
  enterFolder(folder)
  return readDrawings()
}

const svg = (shapes: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30">\n  ${shapes}\n</svg>\n`

test('a drawing is an SVG file, by its path', () => {
  expect(drawings({ 'articles/sea.svg': svg('<path d="M0 0"/>\n  <g class="thread"/>') })).toEqual({
    'articles/sea': { viewBox: '0 0 40 30', shapes: '<path d="M0 0"/><g class="thread"/>' },
  })
})

test.each([
  '<script>alert(1)</script>',
  '<image href="https://elsewhere.example/a.png"/>',
  '<path onload="alert(1)"/>',
  '<a xlink:href="/x"/>',
  '<path style="fill: red"/>',
  '<style>p { color: red }</style>',
])('what would run, load or be refused by the page’s policy is no drawing: %s', (shapes) => {
  expect(() => drawings({ 'mark.svg': svg(shapes) })).toThrow('content/drawings/mark.svg:2: must hold shapes alone')
})

test('a file that is no SVG with a box is told so', () => {
  for (const text of ['', '<svg><path/></svg>', '<p>', '<svg viewBox="none"></svg>']) {
    expect(() => drawings({ 'mark.svg': text })).toThrow('content/drawings/mark.svg: must be one <svg viewBox=')
  }
})

test('an article has the drawing that it names, else always the same one; without any it has none', () => {
  const all = drawings({
    'articles/a.svg': svg('<path id="a"/>'),
    'articles/a-page.svg': svg('<path id="page"/>'),
    'articles/b.svg': svg('<path id="b"/>'),
  })
  expect(articleDrawing(all, { drawing: 'a', slug: 'x' })).toEqual({
    card: all['articles/a'],
    page: all['articles/a-page'],
  })
  expect(articleDrawing(all, { drawing: 'b', slug: 'x' })).toEqual({ card: all['articles/b'], page: all['articles/b'] })
  expect(articleDrawing(all, { slug: 'x' })).toEqual(articleDrawing(all, { slug: 'x' }))
  expect(articleDrawing({}, { slug: 'x' })).toEqual({ card: undefined, page: undefined })
})
