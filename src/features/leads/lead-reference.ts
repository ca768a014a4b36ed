import { randomInt } from 'node:crypto'
import { formatReference } from '../../lib/net/reference.ts'

export function createReference(): string {
  return formatReference('KW', (below) => randomInt(below))
}
