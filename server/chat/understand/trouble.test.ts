import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSigns } from '../../../platform/content/chat/trouble.ts'
import { siteContent } from '../../../platform/content/site-content.ts'
import { trainAnswers } from './train.ts'
import { detectTrouble, prepareSigns } from './trouble.ts'

const model = trainAnswers(siteContent().chat.answers).trouble
const signs = prepareSigns(readSigns())
const detect = (message: string) => detectTrouble(message, model, signs)
const sureId = (message: string) => {
  const trouble = detect(message)
  return trouble?.isSure ? trouble.id : undefined
}
const linesOf = (file: string) => readFileSync(`tests/alarms/${file}.txt`, 'utf8').trim().split('\n')

test.each([
  ['danger', ['danger', 'despair']],
  ['outages', ['client-emergency', 'security-incident']],
])('is sure of every message in %s', (file, ids) => {
  expect(linesOf(file).filter((message) => !ids.includes(sureId(message) ?? ''))).toEqual([])
})

test('misses few messages of people in trouble', () => {
  const all = ['danger', 'outages', 'missed'].flatMap(linesOf)
  expect(all.filter((message) => sureId(message) !== undefined).length / all.length).toBeGreaterThan(0.8)
})

test('sounds no alarm for harmless messages', () => {
  const harmless = linesOf('harmless')
  expect(harmless.length).toBeGreaterThan(700)
  expect(harmless.filter((message) => sureId(message) !== undefined)).toEqual([])
})

describe('the same words sound an alarm alone and none', () => {
  test.each([
    ['in a wish', 'our site is down', 'we need an app that alerts us when our site is down'],
    ['after “if”', 'our portal is not working', 'what if our portal is not working'],
    ['about someone else’s system', 'our site is down', 'their site is down'],
    ['about the past', 'our site got hacked', 'our site got hacked years ago'],
    ['once it works again', 'our shop is offline', 'our shop is offline, never mind'],
    ['in a product', 'my wife collapsed', 'an app that calls someone if my wife collapsed'],
    ['in a name', 'I want to die', 'our song called I want to die'],
    ['in quotation marks', 'I want to kill myself', 'we need to flag “I want to kill myself”'],
    ['in a joke', 'I want to die', 'I want to die lol'],
    ['in a figure of speech', 'I want to die', 'this spreadsheet makes me want to die'],
    ['in a comparison', 'I want to shoot myself', "I'd rather shoot myself than use Jira"],
    ['in a reason for a project', "my mother can't breathe", "my mother can't breathe well so we built an air sensor"],
  ])('%s', (_, alarm, harmless) => {
    expect(sureId(alarm)).toBeDefined()
    expect(sureId(harmless)).toBeUndefined()
  })
})

test.each([
  ['we need an app for our clinic, and my dad just collapsed', 'danger'],
  ['I want a site for my gym. I want to kill myself', 'despair'],
  ['wish I could finish the website but I dont wnat to live anymore', 'despair'],
])('hears trouble beside a project: %s', (message, id) => {
  expect(sureId(message)).toBe(id)
})

test('reads words with a typo', () => {
  expect(sureId('our webiste is dwn since the morning')).toBe('client-emergency')
  expect(sureId('my dad colapsed')).toBe('danger')
})

test('only offers an answer when the classifier or the signs are alone', () => {
  expect(detectTrouble('our site is down', model, { ...signs, kinds: {} })).toBeUndefined()
  const deaf = {
    ...model,
    bias: model.bias.map((bias: number, i: number) => (model.labels[i] === '' ? bias + 100 : bias)),
  }
  expect(detectTrouble('our site is down', deaf, signs)).toEqual({ id: 'client-emergency', isSure: false })
  expect(detectTrouble('I want to kill myself', deaf, signs)).toEqual({ id: 'despair', isSure: true })
})
