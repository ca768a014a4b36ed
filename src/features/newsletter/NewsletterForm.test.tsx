import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { readNewsletter } from '../../content/newsletter.ts'
import { readOffers } from '../../content/offers.ts'
import { readStudio } from '../../content/studio.ts'
import { MailLinkPage } from './MailLinkPage.tsx'
import { NewsletterForm } from './NewsletterForm.tsx'

const texts = readNewsletter({ ...readOffers(), studio: readStudio() })

function html(props: Partial<Parameters<typeof NewsletterForm>[0]> = {}): string {
  return renderToStaticMarkup(<NewsletterForm id="letter" texts={texts.form} {...props} />)
}

test('posts to the contract without a script, one required address under its label', () => {
  expect(html()).toMatch(/<form[^>]* action="\/api\/newsletter"/)
  expect(html()).toMatch(/<label for="letter">Your e-mail<\/label>.*<input id="letter" type="email"[^>]* required=""/)
  expect(html().replaceAll(/<\/?span[^>]*>/g, '')).toContain(texts.form.consent)
  expect(html()).not.toMatch(/maxlength|data-|role="alert"/i)
})

test('holds a field for robots that people neither see nor reach', () => {
  const [field] = html().match(/<input[^>]*name="website"[^>]*>/) ?? []
  for (const part of ['aria-hidden="true"', 'tabindex="-1"', 'autocomplete="off"']) {
    expect(field?.toLowerCase()).toContain(part)
  }
})

test('names the code that gives it its live answers', () => {
  expect(html({ island: '/islands/newsletter-form.js' })).toContain('data-island="/islands/newsletter-form.js"')
})

test('shows a wrong address again with what is wrong beside it', () => {
  const wrong = html({ email: 'a"b', error: 'That is no address' })
  expect(wrong).toContain('value="a&quot;b"')
  expect(wrong).toMatch(/aria-invalid="true" aria-describedby="letter-error"/)
  expect(wrong).toContain('<span id="letter-error" class="field-error">That is no address</span>')
  expect(html({ message: 'Not now' })).toContain('role="alert">Not now</p>')
})

test('bears a heading and some words of the page that it stands on', () => {
  expect(html({ heading: 'Letters', intro: 'From the workshop.' })).toMatch(
    /<h2>Letters<\/h2><p>From the workshop.<\/p><p>A useful letter/,
  )
})

test('a link’s page asks with one button that posts to its own address, or answers without one', () => {
  const page = (state: keyof typeof texts.links) => renderToStaticMarkup(<MailLinkPage texts={texts} state={state} />)
  for (const state of ['confirm', 'late', 'unsubscribe'] as const) {
    expect(page(state)).toMatch(/<form method="post"><button type="submit" class="button">[^<]+<\/button><\/form>/)
  }
  expect(page('late')).toContain('7 days')
  for (const state of ['confirmed', 'resent', 'waiting', 'left', 'ended', 'unknown', 'unavailable'] as const) {
    expect(page(state)).not.toMatch(/<form|<button/)
  }
})
