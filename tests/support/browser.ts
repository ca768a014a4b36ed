import { readFileSync } from 'node:fs'

/** The Chromium that the set-up has found or installed. */
export const browserPath = readFileSync('node_modules/.cache/kitewright/browser', 'utf8')

/** No sandbox, since tests may run as root; no conversation of the browser's own with the outside. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
]
