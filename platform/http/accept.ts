/** Weights from 0 to 1 (RFC 9110, 12.4.2); undefined where the header doesn't name it. */
export function quality(header: string, name: string): number | undefined {
  for (const part of header.split(',')) {
    const [what, ...parameters] = part.split(';').map((each) => each.trim().toLowerCase())
    if (what !== name) continue
    const weight = Number(parameters.find((each) => each.startsWith('q='))?.slice(2) ?? 1)
    return Number.isNaN(weight) ? 1 : weight
  }
  return undefined
}

export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('markdown')) return false
  const markdown = quality(accept, 'text/markdown') ?? 0
  return markdown > 0 && markdown >= (quality(accept, 'text/html') ?? 0)
}
