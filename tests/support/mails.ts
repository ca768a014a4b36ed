import { HtmlValidate } from 'html-validate'
import type { Mail } from '../../src/server/mail/mailer.ts'

/** With a text that ends too early where a server is not told otherwise. */
export const plainMail: Mail = {
  id: 'm1',
  from: { name: 'Kitewright', address: 'hello@kitewright.example' },
  to: { name: 'Ada, Countess', address: 'ada@example.com' },
  replyTo: undefined,
  subject: 'Hello ✓',
  text: 'A text\n.\nwith a dot alone',
  html: '<p>A text</p>',
  messageId: '<m1@kitewright.example>',
  headers: {},
  createdAt: Date.UTC(2026, 10, 20),
}

export const leaveLink = `https://kitewright.example/newsletter/unsubscribe?key=${'k'.repeat(120)}`

/** As long as a letter may be, with whatever is hard to carry. */
export const letter: Mail = {
  id: 'm1',
  from: { name: 'Kitewright, Größe & Söhne', address: 'hello@kitewright.example' },
  to: { name: 'Ådä', address: 'ada@example.com' },
  replyTo: undefined,
  subject: `Größe — ${'ein langer Betreff, der umbrochen wird, '.repeat(6)}`,
  text: `.\r\n. Ein Punkt\nFrom mir\rund \t Leerzeichen  \n\n\n${'Größe und “Zitat” ohne Ende '.repeat(400)}\n\n\n`,
  html: `<p>${'Straße &amp; Größe 🪁 '.repeat(2_000)}</p>\n`,
  messageId: '<m1@kitewright.example>',
  headers: {
    'List-Unsubscribe': `<${leaveLink}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': '<letters.kitewright.example>',
    'Auto-Submitted': 'auto-generated',
  },
  createdAt: Date.UTC(2026, 10, 20),
}

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // What mail programs ask for, and browsers no longer do.
  rules: {
    'no-deprecated-attr': 'off',
    'no-inline-style': 'off',
    'no-style-tag': 'off',
    'prefer-native-element': 'off',
  },
})

/** @returns what is wrong with a mail's HTML */
export async function faultsOfMail(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))
}
