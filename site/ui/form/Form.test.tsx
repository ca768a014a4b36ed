import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { emailField } from '../../../platform/fields.ts'
import { Form, type FormProps } from './Form.tsx'
import { readAnswer } from './form.ts'

const project = { type: 'text', maxLength: 5_000, rows: 3, isOptional: true } as const
const labels = { email: 'E-mail', project: 'What should exist?' }
const base = { action: '/api/contact', id: 'contact', className: 'form', labels, send: 'Send' }

function html(props: Partial<FormProps> = {}): string {
  const fields = { email: emailField, project, teamSize: { ...project, type: 'tel', rows: 0 } } as const
  return renderToStaticMarkup(<Form {...base} fields={fields} {...props} />)
}

test('renders each field of its list, requires those that aren’t optional, and hides the honeypot from people', () => {
  expect(html().match(/ required/g)).toHaveLength(1)
  expect(html()).toMatch(/>Team size<.*<input[^>]*type="tel"/)
  const [field = ''] = html().match(/<input[^>]*name="website"[^>]*>/) ?? []
  for (const part of ['aria-hidden="true"', 'tabindex="-1"', 'autocomplete="off"'])
    expect(field.toLowerCase()).toContain(part)
})

test('marks only invalid fields, and keeps typed text as text', () => {
  const errors = { message: 'Please fill in all fields', fields: { email: 'Your address is missing' } }
  const wrong = html({ errors, values: { email: '<b>"Zoë"</b>', project: '</textarea>' } })
  expect(wrong).toContain('role="alert">Please fill in all fields')
  expect(wrong).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="contact-email-error"/)
  expect(wrong.match(/aria-invalid/g)).toHaveLength(1)
  expect(wrong).toContain('value="&lt;b&gt;&quot;Zoë&quot;&lt;/b&gt;"')
  expect(wrong).toContain('&lt;/textarea&gt;</textarea>')
})

test('accepts a reference or a refusal with a message as an answer, and nothing else', () => {
  const errors = { message: 'Please fill in all fields', fields: { name: 'Please fill in this field' } }
  expect(readAnswer({ ok: true, reference: 'KW-1' })).toEqual({ reference: 'KW-1' })
  expect(readAnswer({ ok: false, ...errors })).toEqual({ errors })
  expect(readAnswer({ ok: false, message: 'No.', times: ['x'] })).toEqual({
    errors: { message: 'No.', fields: {} },
    times: ['x'],
  })
  for (const other of [null, 'ok', { ok: true }, { ok: true, reference: 7 }, { reference: '18.5e', message: 'Denied' }])
    expect(readAnswer(other)).toBeUndefined()
  for (const other of [{ ok: false, reference: '18.5e' }, { message: 'Bad Gateway' }])
    expect(readAnswer(other)).toBeUndefined()
})
