import { existsSync, writeFileSync } from 'node:fs'
import { contentPieces, readSample, sampleFile } from './sample-content.ts'

// A program, for whoever changes the content that the product comes with: doctor knows it as the sample from then on. What
// it came with before stays in the list, since a studio may have started from that.
const before = existsSync(sampleFile) ? readSample() : []
const hashes = new Set([...before, ...contentPieces().map(({ hash }) => hash)])
writeFileSync(sampleFile, `${[...hashes].sort().join('\n')}\n`)
