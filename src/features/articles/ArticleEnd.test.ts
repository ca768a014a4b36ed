import { expect, test } from 'vitest'
import { siteTexts } from '../../content/site-texts.ts'
import { neighboursOf } from './ArticleEnd.tsx'

const model = siteTexts().articles[0] ?? expect.fail('there is no article')
const articles = ['newest', 'middle', 'oldest'].map((slug) => ({
  ...model,
  slug,
  related: ['oldest', 'draft', 'newest'],
}))
const [newest = model, middle = model, oldest = model] = articles

test('an article leads to the one before and the one after it in time, where there is one', () => {
  expect(neighboursOf(newest, articles)).toMatchObject({ later: undefined, earlier: middle })
  expect(neighboursOf(middle, articles)).toMatchObject({ later: newest, earlier: oldest })
  expect(neighboursOf(oldest, articles)).toMatchObject({ later: middle, earlier: undefined })
  expect(neighboursOf(model, [model])).toMatchObject({ later: undefined, earlier: undefined })
})

test('it leads to the related ones that are out, in the order in which it names them', () => {
  expect(neighboursOf(middle, articles).related).toEqual([oldest, newest])
})
