/** `1 lead`, `2,000 leads`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`
}

/** A file size in decimal units: `41 GB`, `1.0 MB`, `80 kB`. Kilobytes are rounded up, so no file shows as 0 kB. */
export function sizeText(bytes: number): string {
  if (bytes < 1e5) return `${Math.ceil(bytes / 1e3)} kB`
  return bytes < 1e9 ? `${shortNumber(bytes / 1e6)} MB` : `${shortNumber(bytes / 1e9)} GB`
}

function shortNumber(amount: number): string {
  return amount < 10 ? amount.toFixed(1) : Math.floor(amount).toLocaleString('en')
}
