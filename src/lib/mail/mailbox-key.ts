import { emailKey } from './email-key.ts'

const sameMailboxes: Readonly<Record<string, string>> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
  'mac.com': 'icloud.com',
  'me.com': 'icloud.com',
}

/** For counting alone: where it takes two people for one, a mail comes a day later or is left out. */
export function mailboxKey(email: string): string {
  const key = emailKey(email)
  const at = key.lastIndexOf('@')
  const domain = domainOf(key)
  const name = key.slice(0, at)
  const plain = name
    .split('+', 1)
    .join()
    .replaceAll(/[^a-z0-9]/g, '')
  return `${plain || name}@${sameMailboxes[domain] ?? domain}`
}

export function domainOf(key: string): string {
  return key.slice(key.lastIndexOf('@') + 1)
}
