import { readFileSync } from 'node:fs'

/**
 * What the set-up has found or installed: a Chromium for the tests, or a whole one for what is measured, Firefox, WebKit's
 * driver. @returns '' for one of the others that the machine can't have
 */
export function pathOfBrowser(name: 'browser' | 'whole-browser' | 'firefox' | 'webkit'): string {
  return readFileSync(`node_modules/.cache/kitewright/${name}`, 'utf8')
}

/** No sandbox, since tests may run as root; no conversation of the browser's own with the outside. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
]
