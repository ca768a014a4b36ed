import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { siteFirewall, verdictOn } from '../../../../tests/support/site-firewall.ts'

type Example = { visitor: string; says: string }

/** The sentences of examples/, each with what the visitor wrote before it. */
function examplesIn(name: string): Example[] {
  const lines = readFileSync(new URL(`./examples/${name}.txt`, import.meta.url), 'utf8').split('\n')
  let visitor = ''
  return lines.flatMap((line) => {
    if (line.startsWith('> ')) visitor = line.slice(2)
    return line === '' || /^[#>] /.test(line) ? [] : [{ visitor, says: line }]
  })
}

const firewall = siteFirewall()

test.each(examplesIn('lies'))('after “$visitor” is held back: $says', (said) => {
  expect(verdictOn(firewall, said).ok).toBe(false)
})

test.each(examplesIn('truths'))('after “$visitor” passes: $says', (said) => {
  expect(verdictOn(firewall, said)).toEqual({ ok: true })
})
