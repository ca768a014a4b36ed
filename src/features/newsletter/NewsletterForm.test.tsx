import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readFacts } from '../../content/facts/facts.ts'
import { readNewsletter } from '../../content/newsletter.ts'
import { MailLinkPage } from './MailLinkPage.tsx'
import { NewsletterForm } from './NewsletterForm.tsx'

const texts = readNewsletter(readFacts())

function html(props: Partial<Parameters<typeof NewsletterForm>[0]> = {}): string {
  return renderToStaticMarkup(<NewsletterForm id="letter" texts={texts.form} {...props} />)
}

test('asks for one address, and says above it what is agreed to', () => {
  expect(html()).toMatch(/<form[^>]* action="\/api\/newsletter"/)
  expect(html()).toMatch(
    /<label for="letter-email">Your e-mail<\/label><input id="letter-email" required=""[^>]* type="email"/,
  )
  expect(html({ heading: 'Letters' }).replaceAll(/<\/?span[^>]*>/g, '')).toContain(
    `<h2>Letters</h2><p>${texts.form.consent}`,
  )
})

test('shows a wrong address again with what is wrong beside it, and says it once', () => {
  const wrong = html({ values: { email: 'a"b' }, errors: { message: 'No address', fields: { email: 'No address' } } })
  expect(wrong).toContain('value="a&quot;b"')
  expect(wrong.match(/No address/g)).toHaveLength(1)
  expect(html({ errors: { message: 'Not now', fields: {} } })).toContain('role="alert">Not now</p>')
})

test('a link’s page asks with one button that posts to its own address, or answers without one', () => {
  const page = (state: keyof typeof texts.links) =>
    renderToStaticMarkup(<MailLinkPage texts={texts} state={state} drawing={undefined} />)
  for (const state of ['confirm', 'late', 'unsubscribe'] as const) {
    expect(page(state)).toMatch(/<form method="post"><button type="submit" class="button">[^<]+<\/button><\/form>/)
  }
  expect(page('late')).toContain('7 days')
  for (const state of ['confirmed', 'resent', 'waiting', 'left', 'ended', 'unknown', 'unavailable'] as const) {
    expect(page(state)).not.toMatch(/<form|<button/)
  }
})
