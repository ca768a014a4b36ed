import { expect, test } from 'vitest'
import { type ContactDraft, continueDraft, keepDraft, readDraft } from './contact-draft.ts'

const text = { name: 'Ada', email: 'ada@client.example', project: 'A kite.' }
const page = { newId: () => 'new', openedAt: 1_000 }
const draft: ContactDraft = { values: text, requestId: 'old', isTried: false, startedAt: 500 }

test('the first key of a text is minted with its first letter', () => {
  expect(continueDraft(text, undefined, page)).toEqual({
    values: text,
    requestId: 'new',
    isTried: false,
    startedAt: 1_000,
  })
})

test('the key stays while the text is written', () => {
  expect(continueDraft({ ...text, project: 'A larger kite.' }, draft, page).requestId).toBe('old')
})

test('the same text keeps its key for another attempt, so that both are one request', () => {
  expect(continueDraft(text, { ...draft, isTried: true }, page).requestId).toBe('old')
})

test('another text after an attempt gets another key, so that it is not answered for the first', () => {
  const next = continueDraft({ ...text, project: 'A boat.' }, { ...draft, isTried: true }, page)
  expect(next).toEqual({ values: { ...text, project: 'A boat.' }, requestId: 'new', isTried: false, startedAt: 500 })
})

test('without a storage the draft and its key last as long as the page', () => {
  expect('sessionStorage' in globalThis).toBe(false)
  keepDraft(draft)
  expect(readDraft()).toEqual(draft)
  keepDraft(undefined)
  expect(readDraft()).toBeUndefined()
})
