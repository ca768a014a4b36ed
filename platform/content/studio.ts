import { z } from 'zod'
import { readContent } from './read-content.ts'

const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an address that starts with https://' })

const studioSchema = z.strictObject({
  name: z.string().min(1).max(40).describe('The brand, as it is in the bar and in titles'),
  references: z
    .string()
    .regex(/^[A-Z]{2,3}$/, 'must be two or three capital letters, like KW')
    .optional()
    .describe('What the references of requests begin with; left out, the first letters of the name'),
  tagline: z.string().min(1).max(80).describe('One line on what the studio does; ends the page titles'),
  blurb: z.string().min(1).max(200).describe('The first column of the footer'),
  description: z.string().min(50).max(300).describe('What search engines and share cards say'),
  email: z.email({ error: 'must be an e-mail address, like hello@example.com' }),
  postalAddress: z
    .string()
    .trim()
    .min(10)
    .max(200)
    .optional()
    .describe('Where a letter on paper reaches the studio; ends every issue, since the US and the EU ask for it'),
  areasServed: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'must be a country by its two letters, like PT (ISO 3166-1)'))
    .min(1),
  founder: z
    .strictObject({
      name: z.string().min(1).max(80).optional().describe('Left out, `called` is said in its place'),
      called: z
        .string()
        .min(1)
        .max(80)
        .default('The founder')
        .describe('What texts and the agent say where there is no name'),
      profile: httpsUrl.optional().describe("The founder's page in a professional network"),
    })
    .transform((founder) => ({ ...founder, called: founder.name ?? founder.called })),
  weeklyMail: z
    .enum(['on', 'off'])
    .default('on')
    .describe('Whether the owner gets a mail on Mondays that tells the week in five lines'),
  social: z.array(z.strictObject({ network: z.string().min(1), url: httpsUrl })).max(6),
})

/** `Quiet Hour Yoga` is QH, `Lumen` is LU; a name in other letters gives RQ, for request. */
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

export type Studio = z.infer<typeof studioSchema>

export function readStudio(): Studio {
  return readContent('studio.yaml', studioSchema)
}
