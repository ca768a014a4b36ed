import { readFileSync } from 'node:fs'
import { createRequire, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'

// Emails are React views. Node.js runs TypeScript, but it doesn't support JSX.
const require = createRequire(import.meta.url)
registerHooks({
  load(url, context, nextLoad) {
    if (!url.endsWith('.tsx')) return nextLoad(url, context)
    const file = fileURLToPath(url)
    const { transformSync }: typeof import('rolldown/utils') = require('rolldown/utils')
    const { code, errors } = transformSync(file, readFileSync(file, 'utf8'))
    if (errors[0]) throw new Error(errors[0].message)
    return { format: 'module', source: code, shortCircuit: true }
  },
})
// React is slower in development mode.
process.env['NODE_ENV'] ??= 'production'
