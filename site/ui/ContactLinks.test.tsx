import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { studioData } from '../../platform/content/structured-data.ts'
import { renderIssue } from '../../server/newsletter/issues/render-issue.tsx'
import { readContentIn } from '../../tests/support/content.ts'
import { temporaryFolder } from '../../tests/support/databases.ts'
import { putStudio } from '../../tests/support/studios.ts'
import { llmsText } from '../build/page-lists.ts'
import { SiteFooter } from '../layouts/SiteFooter.tsx'
import { ContactPageForm } from '../sections/contact/ContactForm.tsx'
import { Contact } from '../sections/home/Contact.tsx'

function contentWith(lines: string) {
  const folder = putStudio('sample', temporaryFolder())
  appendFileSync(join(folder, 'content/studio.yaml'), lines)
  return readContentIn(folder)
}

function placesOf(content: ReturnType<typeof contentWith>): Record<string, string> {
  const { studio, home, frame, facts, llms, articles, ...more } = content
  const site = new URL('https://studio.example')
  const section = home.sections.find(({ kind }) => kind === 'contact')
  const article = articles[0]
  if (section?.kind !== 'contact' || article === undefined) throw new Error('the sample has both')
  const context = {
    id: 'contact',
    drawings: more.drawings,
    side: 'margin',
    isLast: false,
    contact: '',
    children: null,
  } as const
  const page = { copy: home.contact, draft: more.chat.consultation, studio, texts: more.words.form }
  const footer = {
    studio,
    footer: frame.footer,
    services: [],
    call: undefined,
    newsletter: undefined,
    texts: more.words.form,
  }
  return {
    section: renderToStaticMarkup(<Contact {...section.copy} {...context} studio={studio} />),
    page: renderToStaticMarkup(<ContactPageForm {...page} />),
    footer: renderToStaticMarkup(<SiteFooter {...footer} />),
    issue: renderIssue(article, { ...content, siteUrl: site.origin }).html,
    text: renderIssue(article, { ...content, siteUrl: site.origin }).text,
    assistants: llmsText([], llms, studio, site),
    data: JSON.stringify(studioData(facts, home.sections, site)),
  }
}

test('a phone and a WhatsApp number are links wherever the email address is', () => {
  const places = placesOf(contentWith('\nphone: +351 (21) 234-56 78\nwhatsapp: +351 912 345 678\n'))
  expect(places['data']).toContain('"telephone":"+351 (21) 234-56 78"')
  for (const [name, text] of Object.entries(places).filter(([name]) => name !== 'data')) {
    expect(text, name).toContain('hello@kitewright.example')
    expect(text, name).toContain(name === 'text' ? '\n+351 (21) 234-56 78\n' : 'tel:+351212345678')
    expect(text, name).toContain('https://wa.me/351912345678')
  }
  const without = Object.values(placesOf(contentWith('\n'))).join('')
  expect(without).not.toMatch(/tel:|"telephone"|wa\.me/)
})

test.each(['0912 345 678', '351912345678', '+12', '+351 912 345 678 ext 9', '+1234567890123456'])(
  '“%s” is no phone',
  (number) => {
    const message = 'phone: must be a phone number with its country code, like +351 912 345 678'
    expect(() => contentWith(`\nphone: "${number}"\n`)).toThrow(message)
  },
)
