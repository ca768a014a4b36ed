import { stringify } from 'yaml'
import { z } from 'zod'
import { firstPromises } from '../../platform/content/facts/offers.ts'
import { starterFiles } from '../../platform/content/starter/starter.ts'
import { readMoney } from '../../platform/text/money.ts'

/** The questions that `studio begin` asks, in order, and the answer that an empty line stands for. Each answer is one line. */
export const questions: readonly (readonly [question: Question, text: string, defaultAnswer?: string])[] = [
  ['name', 'What is the studio called?'],
  ['founder', 'What is your name? (Press Enter to leave it out)'],
  ['trade', 'What are you, in two or three words?', 'a wedding photographer'],
  ['place', 'Where are you based?', 'Lisbon'],
  ['countries', 'For clients in which countries? Two letters each', 'PT ES'],
  ['email', 'Which email address do clients write to?'],
  ['currency', 'Which currency are your prices in? Three letters', 'EUR'],
  ['first', 'Three things you offer, each with its starting price. The first?', 'A wedding day, 1200'],
  ['second', 'The second?'],
  ['third', 'The third?'],
]

export type Question = keyof typeof answers

const line = z.string().trim()
const offerFormat = 'Enter a name, a comma, and a number, like A wedding day, 1200.'
const offer = line.transform((written, context) => {
  // A name may end with a number ("Level 2, 90"), but not with a comma and a number: "A day, 1,200" is one price.
  const [, name = '', amount = ''] = /^(.*[^\d\s,.](?: \d+)?) *, *(\d[\d.,'’ ]*)$/.exec(written) ?? []
  const money = readMoney(`${amount} USD`)
  if (money !== undefined && money.amount > 0) return { name, amount: money.amount }
  context.addIssue(offerFormat)
  return z.NEVER
})

const answers = {
  name: line.min(1, 'Enter a value.').max(40, 'Use at most 40 characters.'),
  founder: line.max(80, 'Use at most 80 characters.').transform((name) => name || undefined),
  trade: line.min(1, 'Enter a value.').max(40, 'Use at most 40 characters.'),
  place: line.min(1, 'Enter a value.').max(40, 'Use at most 40 characters.'),
  countries: line
    .toUpperCase()
    .transform((written) => written.split(/[ ,]+/))
    .pipe(z.array(z.string().regex(/^[A-Z]{2}$/, 'Enter two letters for each, like PT ES.'))),
  email: line.pipe(z.email('Enter an email address, like hello@example.com.')),
  currency: line
    .toUpperCase()
    .refine((code) => readMoney(`1 ${code}`) !== undefined, 'Enter the three letters of a currency, like EUR.'),
  first: offer,
  second: offer,
  third: offer,
}

/** @returns what is wrong with an answer; undefined if it's valid */
export function problemWith(question: Question, written: string): string | undefined {
  return answers[question].safeParse(written).error?.issues[0]?.message
}

/** The time zone of calls until the owner changes it. */
export const localZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** @returns the files made from the answers and this machine's time zone. The starter's other files refer to them */
export function firstContent(
  written: Readonly<Record<string, string>>,
): Record<'studio.yaml' | 'offers.yaml' | 'calls.yaml', string> {
  const { name, founder, trade, place, countries, email, currency, ...offers } = z.object(answers).parse(written)
  const formatPrice = (amount: number) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(amount)
  const packages = Object.entries(offers).map(([id, { name, amount }]) => ({ id, name, from: formatPrice(amount) }))
  return {
    'calls.yaml': String(starterFiles().get('calls.yaml')).replace(/^zone: .*/m, `zone: ${localZone}`),
    'studio.yaml': `# The studio's name, address, and profiles.
${stringify({
  name,
  tagline: capitalize(`${trade} in ${place}`),
  blurb: capitalize(`${trade} in ${place}.`),
  description: `${name} is ${trade} in ${place}, with a written quote and one price before the work starts.`,
  email,
})}# Required to send issues, because laws demand it at the end of each (CAN-SPAM in the US, most of the EU).
# postalAddress: 12 Example Street, 10115 Berlin, Germany
${stringify({ areasServed: countries, founder: { name: founder }, social: [] })}`,
    'offers.yaml': `# Every price, time, promise, and claim. No other file may contain such a number.
# Other texts refer to them by path, for example {packages.first.from}.
${stringify({
  packages,
  about: { trade, place },
  promises: firstPromises,
})}`,
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
