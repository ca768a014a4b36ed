import { z } from 'zod'
import { text } from './files/field-schemas.ts'
import { readContent } from './files/read-content.ts'

const httpsUrl = z.url({ protocol: /^https$/, error: 'must be a URL that starts with https://' })

/**
 * An international phone number (E.164: up to 15 digits), as the owner formats it. Drops `(0)`, the prefix for domestic
 * calls.
 */
const phone = text
  .transform((number) => number.replace(/ ?\(0\) ?/, ' '))
  .pipe(
    z
      .string()
      .regex(/^\+(?:[ ().-]{0,2}\d){7,15}$/, 'must be a phone number with its country code, like +351 912 345 678'),
  )

const studioSchema = z.strictObject({
  name: text.max(40),
  references: text.regex(/^[A-Z]{2,3}$/, 'must be two or three capital letters, like KW').optional(),
  tagline: text.max(80),
  blurb: text.max(200),
  description: text.min(50).max(300),
  email: z.email({ error: 'must be an email address, like hello@example.com' }),
  // Shown next to the email address.
  phone: phone.optional(),
  whatsapp: phone.optional(),
  // Whether the site uses “I” or “we”.
  voice: z.enum(['I', 'we']).default('I'),
  // Shown in every newsletter issue, as US and EU law requires.
  postalAddress: text.trim().min(10).max(200).optional(),
  areasServed: z
    .array(text.regex(/^[A-Z]{2}$/, 'must be a country’s two letters, like PT (ISO 3166-1)').meta({ example: 'PT' }))
    .min(1),
  founder: z
    .strictObject({
      name: text.max(80).optional(),
      called: text.max(80).default('The founder'),
      profile: httpsUrl.optional(),
    })
    .transform((founder) => ({ ...founder, called: founder.name ?? founder.called })),
  weeklyMail: z.enum(['on', 'off']).default('on'),
  social: z.array(z.strictObject({ network: text, url: httpsUrl })).max(6),
})

/** The prefix of lead references: QH for `Quiet Hour Yoga`, LU for `Lumen`, and RQ for a name in another script. */
export function referencePrefix({ name, references }: Pick<Studio, 'name' | 'references'>): string {
  if (references !== undefined) return references
  const withoutAccents = name.normalize('NFD').replaceAll(/\p{M}/gu, '')
  const [first = '', second] = withoutAccents.toUpperCase().match(/[A-Z]+/g) ?? []
  const initials = second === undefined ? first.slice(0, 2) : first.charAt(0) + second.charAt(0)
  return initials.length === 2 ? initials : 'RQ'
}

/** Links to the studio's email address, phone number, and WhatsApp. */
export function contactLinks({ email, phone, whatsapp }: Studio): { text: string; to: string }[] {
  const digits = (number: string) => number.replaceAll(/\D/g, '')
  const links = [{ text: email, to: `mailto:${email}` }]
  if (phone !== undefined) links.push({ text: phone, to: `tel:+${digits(phone)}` })
  if (whatsapp !== undefined) links.push({ text: `WhatsApp ${whatsapp}`, to: `https://wa.me/${digits(whatsapp)}` })
  return links
}

export type Studio = z.infer<typeof studioSchema>

export function readStudio(): Studio {
  return readContent('studio.yaml', studioSchema)
}
