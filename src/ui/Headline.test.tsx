import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Ranges } from './Headline.tsx'

test('sets each range strong and leaves the words as they are', () => {
  const html = renderToStaticMarkup(<Ranges text="MVP in 2-4 weeks, all in 6-8 weeks" />)
  expect(html).toBe('MVP in <b>2-4 weeks</b>, all in <b>6-8 weeks</b>')
})

test('leaves a text without a range alone', () => {
  expect(renderToStaticMarkup(<Ranges text="sub-2-second loads" />)).toBe('sub-2-second loads')
})
