import { hasInternationalLocalPart, isMailAddress, maxAddressLength } from '../mail/mail-address.ts'

/** What every form's check says above the fields and beside one, in the browser and on the server. */
export const textMessages = {
  incomplete: 'Please fill in all fields',
  several: 'Please look at the marked fields',
  empty: 'Please fill in this field',
  noText: 'Please write this as text',
  wrongAddress: "That address doesn't look right. It should read like name@example.com",
  internationalAddress: 'Mail cannot reach an address with such letters before the @. Please give another one',
  controlCharacters: 'Please leave out line breaks and control characters',
  tooLong: (most: number, length: number) =>
    `This takes ${most.toLocaleString('en-US')} characters at most; yours has ${length.toLocaleString('en-US')}`,
}

/**
 * One form for what reads alike: composed letters, one kind of line break, nothing around it, no half characters. Of more
 * than 30 marks on one letter the first 30 stay, as Unicode advises (UAX #15, Stream-Safe Text Format): no language has so
 * many, and to sort them takes the square of their number.
 */
export function cleanText(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/(\p{M}{30})\p{M}+/gu, '$1')
    .normalize('NFC')
    .trim()
}

/**
 * @param given as it came; `text` is what `cleanText` made of it
 * @param most in characters as a reader counts them (Unicode code points)
 * @returns what is wrong with a required text; undefined when nothing is
 */
export function complainOfText(
  given: unknown,
  text: string,
  { most, lines }: { most: number; lines: boolean },
): string | undefined {
  if (given !== undefined && given !== null && typeof given !== 'string') return textMessages.noText
  if (!/[^\s\p{Cf}]/u.test(text)) return textMessages.empty
  if ((lines ? /[^\P{Cc}\n\t]/u : /\p{Cc}/u).test(text)) return textMessages.controlCharacters
  const { length } = [...text]
  return length > most ? textMessages.tooLong(most, length) : undefined
}

/** The same for a required e-mail address. */
export function complainOfAddress(given: unknown, text: string): string | undefined {
  const complaint = complainOfText(given, text, { most: maxAddressLength, lines: false })
  if (complaint !== undefined || isMailAddress(text)) return complaint
  return hasInternationalLocalPart(text) ? textMessages.internationalAddress : textMessages.wrongAddress
}

/**
 * The sentence above the fields.
 * @param wrong what is said beside each of them
 * @returns undefined when nothing is wrong
 */
export function headlineOf(wrong: readonly string[]): string | undefined {
  if (wrong.includes(textMessages.empty)) return textMessages.incomplete
  return wrong.length > 1 ? textMessages.several : wrong[0]
}
