import { sep } from 'node:path'

/** Whether a folder is `other` or lies in it; both absolute and normalized. */
export function isInside(folder: string, other: string): boolean {
  return `${folder}${sep}`.startsWith(`${other}${sep}`)
}
