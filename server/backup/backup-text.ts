import { counted } from '../../platform/text/amounts.ts'

/** `8 leads, 2,036 subscribers`; `–` for a backup of an older version. */
export function holdsText(leads: number | null, subscribers: number | null): string {
  if (leads === null || subscribers === null) return '–'
  return `${counted(leads, 'lead')}, ${counted(subscribers, 'subscriber')}`
}

/** From how many bytes each is used. */
const units = [
  { from: 1e12, size: 1e12, name: 'TB' },
  { from: 1e9, size: 1e9, name: 'GB' },
  { from: 1e5, size: 1e6, name: 'MB' },
]

/** `41 GB`, `1.0 MB`, `80 kB`. */
export function sizeText(bytes: number): string {
  const unit = units.find(({ from }) => bytes >= from)
  if (unit === undefined) return `${Math.ceil(bytes / 1_000)} kB`
  const amount = bytes / unit.size
  return `${amount < 10 ? amount.toFixed(1) : Math.floor(amount)} ${unit.name}`
}
