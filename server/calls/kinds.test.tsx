import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CallKind } from '../../platform/content/calls.ts'
import { englishTexts as texts } from '../../platform/fields.ts'
import { CallDetails } from '../../site/sections/calls/CallDetails.tsx'
import { CallKinds } from '../../site/sections/calls/CallKinds.tsx'
import { sqlite } from '../../tests/support/databases.ts'
import { callsOf, openTestApp } from '../../tests/support/desk.ts'
import { readFreeTimes } from './calendar.ts'
import { readCallPage } from './call-page.ts'
import { formatInstant } from './call-time.ts'

test('a visitor chooses among several kinds of calls, each with its own page, times, and questions', async () => {
  const deps = callsOf(await openTestApp(await sqlite.createPlace(), {}))
  const { calls: words } = deps
  const [first = 0] = await readFreeTimes(deps)
  const [only] = words.kinds
  const question = { name: 'question-1', ask: 'Which product?', long: false, required: true, options: undefined }
  const long = { ...only, id: 'review', name: 'Code review', minutes: 60, questions: [question] }
  const calls = { ...words, kinds: [{ ...only, id: 'intro', name: 'Intro' }, long] satisfies typeof words.kinds }
  const read = async (kind: CallKind | undefined, query = {}) =>
    await readCallPage({ ...deps, calls }, { query: new URLSearchParams(query), kind, lang: 'en' })
  expect((await read(undefined)).step).toBe('kinds')
  const choice = renderToStaticMarkup(<CallKinds words={calls} lang="en" />)
  for (const shown of ['href="/call/intro"', 'href="/call/review"', '60 minutes', 'Code review'])
    expect(choice).toContain(shown)
  const view = await read(long, { start: formatInstant(first, 'UTC') })
  const form =
    view.step === 'details' ? renderToStaticMarkup(<CallDetails words={calls} view={view} texts={texts} />) : ''
  for (const shown of ['name="kind" value="review"', 'Which product?', 'href="/call/review?'])
    expect(form).toContain(shown)
  expect(await read(undefined, { start: formatInstant(first, 'UTC') })).toMatchObject({ kind: { id: 'intro' } })
})
