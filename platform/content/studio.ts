import { z } from 'zod'
import { readContent, text } from './read-content.ts'

const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an address that starts with https://' })

/** International, as visitors should read it. At most 15 digits (E.164), without the `(0)` of calls inside a country. */
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
  // Links next to the email address.
  phone: phone.optional(),
  whatsapp: phone.optional(),
  // Whether the site says I or we.
  voice: z.enum(['I', 'we']).default('I'),
  // Shown in every issue, as US and EU law requires.
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

/** `Quiet Hour Yoga` becomes QH, `Lumen` LU, and a name in another script RQ. */
export function referencePrefix({ name, references }: Pick<Studio, 'name' | 'references'>): string {
  const [first = '', second] =
    name
      .normalize('NFD')
      .replaceAll(/\p{M}/gu, '')
      .toUpperCase()
      .match(/[A-Z]+/g) ?? []
  const letters = second === undefined ? first.slice(0, 2) : first.charAt(0) + second.charAt(0)
  return references ?? (letters.length === 2 ? letters : 'RQ')
}

/** How visitors reach the studio: by email, phone, and WhatsApp. */
export function contactLinks({ email, phone, whatsapp }: Studio): { text: string; to: string }[] {
  const digits = (number: string) => number.replaceAll(/\D/g, '')
  return [
    { text: email, to: `mailto:${email}` },
    ...(phone === undefined ? [] : [{ text: phone, to: `tel:+${digits(phone)}` }]),
    ...(whatsapp === undefined ? [] : [{ text: `WhatsApp ${whatsapp}`, to: `https://wa.me/${digits(whatsapp)}` }]),
  ]
}

export type Studio = z.infer<typeof studioSchema>

export function readStudio(): Studio {
  return readContent('studio.yaml', studioSchema)
}
