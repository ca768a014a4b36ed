/** A day, or a day and a time of ISO 8601; the T may be a space, as spreadsheets and databases write it. */
const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i

/**
 * @param text for example `2024-05-01`, `2024-05-01 09:30` or `2024-05-01T09:30:00+02:00`; without a zone it is UTC
 * @returns milliseconds since 1970; undefined when it is no such moment: whether 05/01 is in May or in January is not guessed
 */
export function readMoment(text: string): number | undefined {
  const [, day, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = pattern.exec(text.trim()) ?? []
  if (day === undefined) return undefined
  const utc = /^(?:z|utc)$/i.test(zone)
  const offset = utc ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  const ms = Date.parse(`${day}T${minutes}:${seconds}${fraction.slice(0, 4)}${offset}`)
  // The 30th of February is read as a day in March.
  return Number.isNaN(ms) || new Date(`${day}T00:00Z`).toISOString().slice(0, 10) !== day ? undefined : ms
}
