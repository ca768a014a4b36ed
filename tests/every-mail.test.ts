import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { encodedBytes } from '../src/features/newsletter/letter/render-issue.ts'
import { kiteHtml } from '../src/lib/mail/mail-kite.ts'
import { paper } from '../src/lib/mail/mail-look.ts'
import { everyMail, type Words } from './support/every-mail.ts'
import { faultsOfMail } from './support/mails.ts'

/** What the program sends; the first test holds the list to it. */
const kinds = [
  'backup-failed',
  'consultation-owner',
  'consultation-receipt',
  'consultation-update',
  'contact-owner',
  'contact-receipt',
  'issue',
  'leads-digest',
  'newsletter-already-subscribed',
  'newsletter-confirmation',
] as const

/** What somebody reads, as text: without markup, without the signs that nobody sees, and without the preview, which cuts. */
function readable(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' }
  return html
    .replace(/^.*<body.*?<div style="display:none.*?<\/div>/s, '')
    .replaceAll(/<!--\[if mso\]>.*?<!\[endif\]-->/gs, '')
    .replaceAll(/<(?:br|\/p|\/td|\/th|\/h\d|\/li|\/div|\/blockquote)[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&zwnj;', '')
    .replaceAll(/&(lt|gt|quot|nbsp|amp);/g, (_, name: string) => entities[name] ?? '')
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/ href="([^"]*)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
}

test('every kind of mail that the program knows is looked at here', async () => {
  expect([...new Set((await everyMail()).map(({ kind }) => kind))].toSorted()).toEqual(kinds)
  const frames = execFileSync('git', ['grep', '-il', '<!doctype html', '--', 'src/*.ts'], { encoding: 'utf8' })
  expect(
    frames
      .trim()
      .split('\n')
      .filter((file) => !/\.test\.ts$/.test(file)),
  ).toContain('src/lib/mail/mail-frame.ts')
  const senders = execFileSync('git', ['grep', '-l', 'enqueue(', '--', 'src/*.ts'], { encoding: 'utf8' })
  expect(
    senders
      .trim()
      .split('\n')
      .filter((file) => !/\.test\.ts$/.test(file)),
  ).toEqual([
    'src/features/leads/accept-lead.ts',
    'src/features/leads/tell-owner.ts',
    'src/features/newsletter/newsletter-mails.ts',
    'src/server/backup/encryption.ts',
    'src/server/backup/nightly.ts',
    'src/server/http/event-answer.ts',
    'src/server/mail/outbox.repository.ts',
  ])
})

describe.each(kinds)('a mail of the kind %s', (kind) => {
  const each = async (look: (mail: Words) => void) => {
    const found = (await everyMail()).filter((mail) => mail.kind === kind)
    expect(found).not.toEqual([])
    for (const mail of found) look(mail)
  }

  test('stands in the one frame, with the kite at its head, and loads nothing', async () => {
    await each(({ html }) => {
      expect(html).toContain(kiteHtml())
      expect(html).toMatch(/<body style="[^"]*">\n<div role="article" aria-label="[^"]+" lang="en" class="letter">/)
      expect(html).not.toMatch(/<script|<link|<img|<svg|<iframe|<form|@import|url\(|<[^>]*\ssrc=/)
    })
  })

  test('says in its text whatever its HTML says, and names every address', async () => {
    await each(({ html, text }) => {
      const words = text.replaceAll(/\s\[\d+\]/g, '').split(/[\s“”:>,]+/)
      const missing = readable(html)
        .split(/[\s“”:>,]+/)
        .filter((word) => !words.includes(word))
      expect(missing.filter((word) => word !== '·')).toEqual([])
      if (kind === 'issue') return
      expect(linksIn(html).filter((href) => !text.includes(href.replace(/^mailto:(?=[^?]*$)/, '')))).toEqual([])
    })
  })

  test('leads to the site and to mails alone, and makes neither link nor markup of what a stranger has typed', async () => {
    await each(({ html }) => {
      const hosts = linksIn(html).filter(
        (href) => !/^mailto:|^http:\/\/localhost:4321\/|^https:\/\/studio\.example\/|\.invalid\//.test(href),
      )
      expect(hosts).toEqual([])
      expect(
        html
          .replace(/^.*<body/s, '')
          .replace(/ aria-label="[^"]*"/, '')
          .match(/evil\.example|https:\/\/evil/g),
      ).toBeNull()
      expect(html.match(/<td class="button"/g)?.length ?? 0).toBeLessThanOrEqual(1)
      expect(html.match(/<h1/g)).toHaveLength(1)
    })
  })

  test('marks each line that was typed, in its text too', async () => {
    await each(({ text }) => {
      if (kind === 'leads-digest' || kind === 'issue') return
      const lines = text.split('\n').filter((line) => /evil|KW-00000000|<\/?[a-z]/.test(line))
      const circumstances = /^Came from: https:\/\/evil\.example\/<i>$/
      expect(lines.filter((line) => !line.startsWith('> ') && !circumstances.test(line))).toEqual([])
    })
  })

  test('is read in the dark: no text keeps its ink where the ground turns', async () => {
    await each(({ html }) => {
      const inked = [...html.matchAll(/<(\w+)([^>]*)style="[^"]*(?<!-)color:(#\w+)/g)].filter(
        ([, tag = '', rest = '', colour]) =>
          (colour === paper.ink && !/^(?:h\d|td|th|table|pre|code|a)$/.test(tag)) ||
          (colour === paper.second && !/class="second/.test(rest) && tag !== 'table'),
      )
      expect(inked.map(([tag]) => tag)).toEqual([])
    })
  })

  test('is small, and valid', async () => {
    const first = (await everyMail()).find((mail) => mail.kind === kind)
    expect(await faultsOfMail(first?.html ?? '')).toEqual([])
    if (kind === 'issue') return
    await each(({ html, text }) =>
      expect([encodedBytes(html), text.length].map((size) => size < 24_000)).toEqual([true, true]),
    )
  })
})

test('a visitor is greeted by a name that is surely one, and by no other', async () => {
  const receipts = (await everyMail()).filter(({ kind }) => kind.endsWith('-receipt'))
  const greetings = receipts.map(({ text }) => /^Hello.*,$/m.exec(text)?.[0])
  expect(new Set(greetings)).toEqual(new Set(['Hello Ada,', 'Hello,']))
  for (const { text, html } of receipts) expect(`${text}${html}`).not.toMatch(/evil|Lovelace|mallory|engine/i)
})
