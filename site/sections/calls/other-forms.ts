import { parseJson } from '../../../platform/text/plain-text.ts'

/** Fills empty fields with values that this tab has stored from the chat and other forms. */
export function fillFromOtherForms(): void {
  try {
    const entries = Object.keys(sessionStorage)
      .sort()
      .map((key) => Object(parseJson(sessionStorage.getItem(key) ?? '')))
    const stored = entries.map(({ values, info }) => ({ ...info, ...values }))
    for (const field of document.querySelectorAll<HTMLInputElement>('[data-draft=call] .field :is(input, textarea)')) {
      const names = field.name === 'about' ? ['about', 'project', 'requirements'] : [field.name]
      const texts = stored.flatMap((each) => names.map((name) => each[name]))
      const text = String(texts.find((each) => typeof each === 'string' && each !== '') ?? '')
      field.value ||= [...text.replaceAll(/\s+/g, ' ')].slice(0, 500).join('')
    }
  } catch {
    // Storage is blocked.
  }
}
