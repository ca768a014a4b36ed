import { statSync } from 'node:fs'
import type { Environment } from '../../src/server/environment.ts'
import { type DkimKey, dkimRecord } from '../../src/server/mail/dkim-key.ts'
import type { Finding } from './finding.ts'

/** RFC 8301, 3.2 asks signers for this much. */
const enoughBits = 2048

/** What can be told of the signing without a network. @param domain of the sender */
export function checkDkim(key: DkimKey, { keyFile }: NonNullable<Environment['dkim']>, domain: string): Finding[] {
  const { name, value } = dkimRecord(key)
  const kind = key.bits === undefined ? 'Ed25519' : `RSA, ${key.bits} bits`
  const findings: Finding[] = [
    {
      about: 'mail',
      state: 'ok',
      text: `signed for ${key.domain} (${kind}). TXT record to publish: ${name}  ${value}`,
    },
  ]
  const complain = (state: 'note' | 'wrong', text: string) => findings.push({ about: 'mail', state, text })
  if (key.bits !== undefined && key.bits < enoughBits) {
    complain('note', `DKIM_KEY_FILE: ${key.bits} bits are few; make a key of ${enoughBits}`)
  }
  if (key.algorithm === 'ed25519-sha256') {
    complain('note', 'DKIM_KEY_FILE: many receivers cannot check Ed25519 yet; an RSA key serves them all')
  }
  if ((statSync(keyFile).mode & 0o004) !== 0) {
    complain('note', `DKIM_KEY_FILE: everybody on this machine can read ${keyFile}; chmod 600 keeps it yours`)
  }
  if (domain !== key.domain && !domain.endsWith(`.${key.domain}`)) {
    complain(
      'wrong',
      `DKIM_DOMAIN is ${key.domain}, but mails come from ${domain}: the signature does not count for it`,
    )
  }
  return findings
}
