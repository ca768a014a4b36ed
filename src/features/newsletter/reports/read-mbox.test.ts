import { expect, test } from 'vitest'
import { readMbox } from './read-mbox.ts'

async function read(text: string, { chunk = text.length, maxBytes = 1_000 } = {}): Promise<(string | undefined)[]> {
  async function* chunks() {
    for (let at = 0; at < text.length; at += chunk || 1) yield Buffer.from(text.slice(at, at + chunk), 'latin1')
  }
  const messages = []
  for await (const message of readMbox(chunks(), maxBytes)) messages.push(message?.toString('latin1'))
  return messages
}

const from = 'From mailer@x.example Fri Nov 20 11:00:01 2026'
const mailbox = [
  `${from}\nSubject: one\n\nFrom here on all is text\n\n>From the start\n>>From twice\n> From not\n\n`,
  `From - Fri Nov  6 11:00:01 2026\nSubject: two\n\n`,
  'From \n\nFrom \nSubject: after an empty one\n\n',
  `From 17951@xxx Fri Nov 20 11:00:01 +0000 2026\nSubject: three\n\nThe end`,
].join('')
const messages = [
  'Subject: one\n\nFrom here on all is text\n\nFrom the start\n>From twice\n> From not\n\n',
  'Subject: two\n\n',
  'Subject: after an empty one\n\n',
  'Subject: three\n\nThe end',
]

test('a mailbox is cut into its messages wherever the chunks end, and with either line end', async () => {
  for (let chunk = 1; chunk <= 80; chunk++) expect(await read(mailbox, { chunk })).toEqual(messages)
  const windows = mailbox.replaceAll('\n', '\r\n')
  for (let chunk = 1; chunk <= 80; chunk++) {
    expect(await read(windows, { chunk })).toEqual(messages.map((each) => each.replaceAll('\n', '\r\n')))
  }
})

test('a single message stays whole, whatever stands in it', async () => {
  const message = `Subject: x\n\ntext\n\n${from}\n\n>From y\n`
  expect(await read(`\r\n\n${message}`, { chunk: 3 })).toEqual([message])
  expect(await read('')).toEqual([])
  expect(await read('\n\n\r\n')).toEqual([])
  expect(await read('x')).toEqual(['x'])
})

test('a message that is too large is told, and the ones around it are read', async () => {
  const large = `${from}\nSubject: large\n\n${'\0'.repeat(5_000)}\n\n`
  for (const chunk of [7, 1_000, 100_000]) {
    expect(await read(`${from}\na\n\n${large}${from}\nb\n`, { chunk })).toEqual(['a\n\n', undefined, 'b\n'])
  }
  expect(await read(`From ${'x'.repeat(5_000)}`, { chunk: 100 })).toEqual([undefined])
})
