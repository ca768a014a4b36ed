import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ContactFormView, type ContactFormViewProps } from './ContactFormView.tsx'

const texts = {
  labels: { name: 'Your name', email: 'E-mail', project: 'What should exist?' },
  send: 'Send Message',
  sending: 'Sending...',
  success: 'Thank you!',
  unreachable: 'Write to us instead',
  referenceLabel: 'Your reference',
}

function html(props: Partial<ContactFormViewProps> = {}): string {
  const values = { name: '', email: '', project: '' }
  return renderToStaticMarkup(<ContactFormView texts={texts} values={values} status="idle" {...props} />)
}

test('posts to the contract without a script, each field under its label', () => {
  expect(html()).toMatch(/<form[^>]* action="\/api\/contact" method="post"/)
  for (const name of ['name', 'email', 'project']) {
    expect(html()).toMatch(new RegExp(`<label for="contact-${name}">.*<(input|textarea)[^>]* name="${name}"`))
  }
})

test('lets the browser check the address, and cuts nothing that is typed', () => {
  expect(html()).toMatch(/<input[^>]*type="email"[^>]*autoComplete="email"/i)
  expect(html()).not.toMatch(/maxlength/i)
})

test('holds a field for robots that people neither see nor reach', () => {
  const field = html()
    .match(/<input[^>]*name="website"[^>]*>/)?.[0]
    .toLowerCase()
  for (const part of ['aria-hidden="true"', 'tabindex="-1"', 'autocomplete="off"']) expect(field).toContain(part)
})

test('says what is wrong above the fields and beside each field concerned', () => {
  const wrong = html({ errors: { message: 'Please fill in all fields', fields: { email: 'Your address is missing' } } })
  expect(wrong).toContain('role="alert" tabindex="-1">Please fill in all fields')
  expect(wrong).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="contact-email-error"/)
  expect(wrong).toContain('<span id="contact-email-error" class="field-error">Your address is missing')
  expect(wrong.match(/aria-invalid/g)).toHaveLength(1)
})

test('keeps what was typed, markup included, as text', () => {
  const kept = html({ values: { name: '<b>"Zoë"</b>', email: 'a@b.example', project: '</textarea>' } })
  expect(kept).toContain('value="&lt;b&gt;&quot;Zoë&quot;&lt;/b&gt;"')
  expect(kept).toContain('&lt;/textarea&gt;</textarea>')
})

test('cannot be sent twice while it is being sent', () => {
  expect(html({ status: 'sending' })).toMatch(/<button[^>]* disabled[^>]*>Sending\.\.\.</)
})

test('takes no more words while it is being sent, which would not be in what is sent', () => {
  expect(html({ status: 'sending' }).match(/<(input|textarea)[^>]* readonly/gi)).toHaveLength(3)
  expect(html()).not.toMatch(/readonly/i)
})

test('gives way to the success message and the reference', () => {
  const sent = html({ status: 'sent', reference: 'AB12' })
  expect(sent).toContain('role="status"')
  expect(sent).toContain('Your reference <b>AB12</b>')
  expect(sent).not.toContain('<form')
})
