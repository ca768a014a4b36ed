import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { FormRules } from '../../lib/form.ts'
import { FormSuccess } from './FormSuccess.tsx'
import { FormView, type FormViewProps } from './FormView.tsx'
import { nextFormState } from './hydrate-form.ts'
import { readAnswer } from './send-form.ts'

const rules = {
  name: { kind: 'line', most: 100, autoComplete: 'name' },
  email: { kind: 'email', most: 254, autoComplete: 'email' },
  project: { kind: 'lines', most: 5_000, isOptional: true },
} as const satisfies FormRules

function html(props: Partial<FormViewProps<keyof typeof rules>> = {}): string {
  const labels = { name: 'Your name', email: 'E-mail', project: 'What should exist?' }
  return renderToStaticMarkup(
    <FormView
      action="/api/contact"
      id="contact"
      className="form"
      rules={rules}
      labels={labels}
      send="Send"
      {...props}
    />,
  )
}

test('posts to the contract without a script, each field under its label', () => {
  expect(html()).toMatch(/<form[^>]* action="\/api\/contact" method="post"/)
  for (const name of ['name', 'email', 'project']) {
    expect(html()).toMatch(new RegExp(`<label for="contact-${name}">.*<(input|textarea)[^>]* name="${name}"`))
  }
  expect(html().match(/ required/g)).toHaveLength(2)
})

test('holds a field for robots that people neither see nor reach', () => {
  const field = html()
    .match(/<input[^>]*name="website"[^>]*>/)?.[0]
    .toLowerCase()
  for (const part of ['aria-hidden="true"', 'tabindex="-1"', 'autocomplete="off"']) expect(field).toContain(part)
})

test('says what is wrong above the fields and beside each field concerned', () => {
  const wrong = html({ errors: { message: 'Please fill in all fields', fields: { email: 'Your address is missing' } } })
  expect(wrong).toContain('role="alert">Please fill in all fields')
  expect(wrong).toMatch(/<input[^>]*aria-invalid="true"[^>]*aria-describedby="contact-email-error"/)
  expect(wrong).toContain('<span id="contact-email-error" class="field-error">Your address is missing')
  expect(wrong.match(/aria-invalid/g)).toHaveLength(1)
})

test('keeps what was typed, markup included, as text', () => {
  const kept = html({ values: { name: '<b>"Zoë"</b>', email: 'a@b.example', project: '</textarea>' } })
  expect(kept).toContain('value="&lt;b&gt;&quot;Zoë&quot;&lt;/b&gt;"')
  expect(kept).toContain('&lt;/textarea&gt;</textarea>')
})

test('what is stored is thanked for with its reference; before, the thanks are not seen', () => {
  const thanks = renderToStaticMarkup(
    <FormSuccess text="Thank you!" referenceLabel="Your reference" reference="AB12" />,
  )
  expect(thanks).toContain('<span>Your reference</span> <b>AB12</b>')
  expect(thanks).toMatch(/^<div class="form-success" role="status">/)
  expect(renderToStaticMarkup(<FormSuccess />)).toMatch(/^<div[^>]* hidden="">/)
})

describe('the state of a form', () => {
  test('a late timer does not disturb a form that is in use again', () => {
    expect(nextFormState({ status: 'sending' }, { type: 'shownLongEnough' })).toEqual({ status: 'sending' })
  })
})

describe('an answer to a form', () => {
  test('only a reference counts as success', () => {
    expect(readAnswer({ ok: true, reference: 'KW-1' })).toEqual({ ok: true, reference: 'KW-1' })
    for (const other of [undefined, null, 'ok', { ok: true }, { ok: true, reference: 7 }]) {
      expect(readAnswer(other)).toBeUndefined()
    }
  })

  test('a firewall’s own answer is none, though it too has a reference or a message', () => {
    expect(readAnswer({ reference: '18.5e3a1202', message: 'Access denied' })).toBeUndefined()
    expect(readAnswer({ ok: false, reference: '18.5e3a1202' })).toBeUndefined()
    expect(readAnswer({ message: 'Bad Gateway' })).toBeUndefined()
  })

  test('a refusal brings its sentence and the fields concerned', () => {
    const errors = { message: 'Please fill in all fields', fields: { name: 'Please fill in this field' } }
    expect(readAnswer({ ok: false, ...errors })).toEqual({ ok: false, errors })
    expect(readAnswer({ ok: false, message: 'No.' })).toEqual({ ok: false, errors: { message: 'No.', fields: {} } })
  })
})
