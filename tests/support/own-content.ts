import { appendFileSync, cpSync } from 'node:fs'
import { join } from 'node:path'

/** Puts a content/ into this folder that has what the law asks for in letters. @returns the folder */
export function putOwnContent(folder: string): string {
  cpSync('content', join(folder, 'content'), { recursive: true })
  appendFileSync(join(folder, 'content/studio.yaml'), '\npostalAddress: 12 Example Street, 10115 Berlin, Germany\n')
  return folder
}
