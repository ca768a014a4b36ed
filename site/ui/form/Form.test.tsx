import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { emailField, englishTexts as texts } from '../../../platform/fields.ts'
import { Form, type FormProps } from './Form.tsx'
import { readAnswer } from './form.ts'

const project = { type: 'text', maxLength: 5_000, rows: 3, isOptional: true } as const
const fields = {
  email: emailField,
  project,
  teamSize: { ...project, type: 'tel', rows: 0, isExtra: true },
  plan: { ...project, options: ['Small', 'Large'] },
} as const
const base = { action: '/api/contact', id: 'contact', className: 'form', fields, texts, send: 'Send' }
const extras = { summary: 'More', isOpen: false }

function html(props: Partial<FormProps> = {}): string {
  return renderToStaticMarkup(<Form {...base} {...props} />)
}

test('renders each field of its list, requires those that aren’t optional, and hides the honeypot from people', () => {
  expect(html()).toMatch(/^<form[^>]* novalidate=""/i)
  expect(html().match(/ required/g)).toHaveLength(1)
  expect(html()).toMatch(/>Message<span class="second"> \(optional\)<\/span><.*<textarea[^>]*data-max="5000"/)
  expect(html()).toMatch(/<select[^>]*name="plan".*<option><\/option><option>Small<.*<option>Large</)
  const [field = ''] = html().match(/<input[^>]*name="website"[^>]*>/) ?? []
  for (const part of ['aria-hidden="true"', 'tabindex="-1"', 'autocomplete="off"'])
    expect(field.toLowerCase()).toContain(part)
})

test('folds extra fields, or leaves them out, and opens them if one has a value or an error', () => {
  expect(html()).not.toContain('teamSize')
  expect(html({ extras })).toMatch(/<details><summary>.*>Team size<.*<input[^>]*type="tel"/)
  const errors = { message: 'Too long', fields: { teamSize: 'Too long' } }
  for (const changes of [{ values: { teamSize: '4' } }, { errors }, { extras: { ...extras, isOpen: true } }])
    expect(html({ extras, ...changes })).toContain('<details open="">')
})

test('marks only invalid fields, focuses the first, and keeps typed text as text', () => {
  const errors = { message: 'Please fill in all fields', fields: { email: 'Enter an email', project: 'Too long' } }
  const wrong = html({ errors, values: { email: '<b>"Zoë"</b>', project: '</textarea>', plan: 'Large' } })
  expect(wrong).toContain('role="alert">Please fill in all fields')
  expect(wrong).toMatch(/<input[^>]*autofocus=""[^>]*aria-invalid="true"[^>]*aria-describedby="contact-email-error"/i)
  expect(wrong.match(/aria-invalid/g)).toHaveLength(2)
  expect(wrong.match(/autofocus/gi)).toHaveLength(1)
  expect(wrong).toContain('value="&lt;b&gt;&quot;Zoë&quot;&lt;/b&gt;"')
  expect(wrong).toContain('&lt;/textarea&gt;</textarea>')
  expect(wrong).toContain('<option selected="">Large')
})

test('says each error once: a brief form only at the fields', () => {
  const message = (props: Partial<FormProps>) => /role="alert">([^<]*)</.exec(html(props))?.[1]
  const errors = { message: 'Please fill in all fields', fields: { email: 'Enter an email' } }
  expect([message({ errors }), message({ errors, isBrief: true })]).toEqual([errors.message, ''])
  expect(message({ errors: { ...errors, message: 'Enter an email' } })).toBe('')
  expect(message({ errors: { message: 'Not now', fields: {} }, isBrief: true })).toBe('Not now')
})

test('accepts a reference or a refusal with a message as an answer, and nothing else', () => {
  const errors = { message: 'Please fill in all fields', fields: { name: 'Enter your name.' } }
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
