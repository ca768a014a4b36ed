import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FormView, type FormViewProps } from './FormView.tsx'
import { readAnswer } from './send-form.ts'

const rules = {
  email: { kind: 'email', most: 254, autoComplete: 'email' },
  project: { kind: 'lines', most: 5_000, isOptional: true },
} as const

function html(props: Partial<FormViewProps<keyof typeof rules>> = {}): string {
  const labels = { email: 'E-mail', project: 'What should exist?' }
  const form = { action: '/api/contact', id: 'contact', className: 'form', rules, labels, send: 'Send', ...props }
  return renderToStaticMarkup(<FormView {...form} />)
}

test('requires the fields that aren’t optional, and hides the one for robots from people', () => {
  expect(html().match(/ required/g)).toHaveLength(1)
  const [field = ''] = html().match(/<input[^>]*name="website"[^>]*>/) ?? []
  for (const part of ['aria-hidden="true"', 'tabindex="-1"', 'autocomplete="off"'])
    expect(field.toLowerCase()).toContain(part)
})

test('marks only the fields that are wrong, and keeps what was typed as text', () => {
  const errors = { message: 'Please fill in all fields', fields: { email: 'Your address is missing' } }
  const wrong = html({ errors, values: { email: '<b>"Zoë"</b>', project: '</textarea>' } })
  expect(wrong).toContain('role="alert">Please fill in all fields')
  expect(wrong).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="contact-email-error"/)
  expect(wrong.match(/aria-invalid/g)).toHaveLength(1)
  expect(wrong).toContain('value="&lt;b&gt;&quot;Zoë&quot;&lt;/b&gt;"')
  expect(wrong).toContain('&lt;/textarea&gt;</textarea>')
})

test('an answer to a form is a reference, or a refusal with its sentence; anything else is a firewall’s', () => {
  const errors = { message: 'Please fill in all fields', fields: { name: 'Please fill in this field' } }
  expect(readAnswer({ ok: true, reference: 'KW-1' })).toEqual({ ok: true, reference: 'KW-1' })
  expect(readAnswer({ ok: false, ...errors })).toEqual({ ok: false, errors })
  expect(readAnswer({ ok: false, message: 'No.' })).toEqual({ ok: false, errors: { message: 'No.', fields: {} } })
  for (const other of [null, 'ok', { ok: true }, { ok: true, reference: 7 }, { reference: '18.5e', message: 'Denied' }])
    expect(readAnswer(other)).toBeUndefined()
  for (const other of [{ ok: false, reference: '18.5e' }, { message: 'Bad Gateway' }])
    expect(readAnswer(other)).toBeUndefined()
})
