import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { siteContent } from '../../../platform/content/site-content.ts'
import { trainAnswers } from './train.ts'
import { detectTrouble } from './understand.ts'

const { answers, talk } = siteContent().chat
const model = trainAnswers(answers).trouble
const detect = (message: string) => detectTrouble(message, model, talk.situations.urgent)
const sureId = (message: string) => {
  const trouble = detect(message)
  return trouble?.isSure ? trouble.id : undefined
}
const linesOf = (file: string) => readFileSync(`tests/alarms/${file}.txt`, 'utf8').trim().split('\n')

const people = ['danger', 'despair']
const systems = ['client-emergency', 'security-incident']

// The emergencies were written by people who hadn't seen any examples.
test('hears most of 30 emergencies', () => {
  const heard = linesOf('emergencies').filter((line) => {
    const [kind = '', message = ''] = line.split('\t')
    return (people.includes(kind) ? people : systems).includes(sureId(message) ?? '')
  })
  expect(heard.length).toBeGreaterThanOrEqual(26)
})

test('sounds hardly an alarm for 300 harmless messages', () => {
  const harmless = linesOf('harmless')
  expect(harmless).toHaveLength(300)
  expect(harmless.filter((message) => sureId(message) !== undefined).length).toBeLessThanOrEqual(3)
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
  ['our webiste is dwn since the morning', 'client-emergency'],
  ['my dad colapsed', 'danger'],
])('hears trouble beside a project, and with a typo: %s', (message, id) => {
  expect(sureId(message)).toBe(id)
})

test('offers an answer if it isn’t sure, but none to people in danger', () => {
  const doubtful = { ...model, bias: model.bias.map(() => 0), weights: model.weights.map(() => 0) }
  const likeliest = (id: string) => {
    const bias = doubtful.bias.map((_, i: number) => (model.labels[i] === '' ? 0 : model.labels[i] === id ? 0.2 : -9))
    return detectTrouble('help', { ...doubtful, bias }, talk.situations.urgent)
  }
  expect(likeliest('client-emergency')).toEqual({ id: 'client-emergency', isSure: false })
  expect(likeliest('danger')).toBeUndefined()
})
