import { counted } from '../../platform/text/amounts.ts'

/** `8 leads, 2,036 subscribers`; `–` for a backup of an older version. */
export function holdsText(leads: number | null, subscribers: number | null): string {
  if (leads === null || subscribers === null) return '–'
  return `${counted(leads, 'lead')}, ${counted(subscribers, 'subscriber')}`
}

const units = [
  [1e12, 'TB'],
  [1e9, 'GB'],
  [1e6, 'MB'],
] as const

/** `41 GB`, `1.0 MB`, `80 kB`. */
export function sizeText(bytes: number): string {
  const unit = units.find(([size]) => bytes >= size / 10)
  if (unit === undefined) return `${Math.ceil(bytes / 1_000)} kB`
  const amount = bytes / unit[0]
  return `${amount < 10 ? amount.toFixed(1) : Math.floor(amount)} ${unit[1]}`
}
