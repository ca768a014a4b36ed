import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { toAsciiAddress } from '../../lib/mail/mail-address.ts'
import { type Environment, EnvironmentError } from '../environment.ts'

export type DkimKey = {
  /** In ASCII. */
  domain: string
  selector: string
  privateKey: KeyObject
  algorithm: 'rsa-sha256' | 'ed25519-sha256'
  /** Undefined where the kind of key has one size only. */
  bits: number | undefined
  /** What the domain has to show for it: base64, of a SubjectPublicKeyInfo for RSA, of the bare key for Ed25519 (RFC 8463). */
  publicKey: string
}

/** RFC 8301, 3.2: signatures of shorter keys are not valid. */
const fewestBits = 1024
const mostBytes = 65_536

/**
 * Reads the key that signs the mails.
 * @throws EnvironmentError that names DKIM_KEY_FILE, when the file holds none that can sign
 */
export function readDkimKey({ domain: name, selector, keyFile }: NonNullable<Environment['dkim']>): DkimKey {
  const domain = toAsciiAddress(`x@${name}`)?.slice(2) ?? name
  const complain = (what: string) =>
    new EnvironmentError(`DKIM_KEY_FILE: “${keyFile}” ${what}. It must be a private key in PEM, RSA or Ed25519`)
  const privateKey = parseKey(readPem(keyFile, complain), complain)
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = privateKey
  if (type === 'ed25519') {
    const publicKey = spki.subarray(-32).toString('base64')
    return { domain, selector, privateKey, algorithm: 'ed25519-sha256', bits: undefined, publicKey }
  }
  if (type !== 'rsa') throw complain(`holds a key of another kind (${type})`)
  const bits = details?.modulusLength ?? 0
  if (bits < fewestBits) throw complain(`holds a key of ${bits} bits; fewer than ${fewestBits} count for nothing`)
  return { domain, selector, privateKey, algorithm: 'rsa-sha256', bits, publicKey: spki.toString('base64') }
}

type Complain = (what: string) => EnvironmentError

function readPem(keyFile: string, complain: Complain): string {
  try {
    const found = statSync(keyFile)
    // To read a pipe would be to wait for whoever writes to it.
    if (found.isFile() && found.size <= mostBytes) return readFileSync(keyFile, 'latin1')
  } catch (error) {
    throw complain(`cannot be read (${error instanceof Error && 'code' in error ? error.code : error})`)
  }
  throw complain('is no file of the size of a key')
}

function parseKey(pem: string, complain: Complain): KeyObject {
  if (/-----BEGIN [A-Z ]*PUBLIC KEY-----/.test(pem) && !pem.includes('PRIVATE KEY-----')) {
    throw complain('holds a public key')
  }
  if (pem.includes('ENCRYPTED')) throw complain('is locked with a passphrase')
  try {
    return createPrivateKey(pem)
  } catch {
    throw complain('holds no key')
  }
}

/** The TXT record that the domain has to publish, in one piece: where it is longer than 255 characters, name servers split it. */
export function dkimRecord({ domain, selector, algorithm, publicKey }: DkimKey): { name: string; value: string } {
  const kind = algorithm === 'rsa-sha256' ? 'rsa' : 'ed25519'
  return { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=${kind}; p=${publicKey}` }
}
