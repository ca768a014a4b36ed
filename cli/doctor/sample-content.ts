import type { Studio } from '../../src/content/studio.ts'

/** Which facts of content/studio.yaml are still those that the product comes with; one sentence each. */
export function sampleContent(studio: Studio): string[] {
  const found: string[] = []
  const note = (field: string, value: string) => found.push(`content/studio.yaml, ${field}: still “${value}”`)
  if (studio.name === 'Kitewright') note('name', studio.name)
  if (studio.email.endsWith('.example')) note('email', studio.email)
  if (isSample(studio.founder.profile)) note('founder.profile', studio.founder.profile)
  for (const { url } of studio.social) if (isSample(url)) note('social', url)
  return found
}

function isSample(url: string): boolean {
  return /\bexample\b|_example\b/.test(url)
}
