import { sep } from 'node:path'

/** Whether a folder is another one, or lies in it. Both absolute, without dots. */
export function isInside(folder: string, other: string): boolean {
  return `${folder}${sep}`.startsWith(`${other}${sep}`)
}
