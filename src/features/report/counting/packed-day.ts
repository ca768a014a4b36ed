import type { DayNumbers } from './day-numbers.ts'
import { metrics } from './speed.ts'

export const devices = ['phone', 'tablet', 'computer'] as const

type PackedDay = {
  /** What the others name by its place here. */
  names: string[]
  /** What, entry, source, device, took, visitors. */
  cells: [number, number, number, number, number, number][]
  /** Page, device, metric, bucket, views. */
  speed: [number, number, number, number, number][]
  gaps: [number, number][]
}

/** JSON, a tenth of what it would be with every name in every cell. */
export function packDay({ cells, speed, gaps }: DayNumbers): string {
  const places = new Map<string, number>()
  const placeOf = (name: string) => {
    const place = places.get(name) ?? places.size
    places.set(name, place)
    return place
  }
  const packed: PackedDay = {
    names: [],
    cells: cells.map(({ what, entry, source, device, took, visitors }) => [
      placeOf(what),
      placeOf(entry),
      placeOf(source),
      devices.indexOf(device),
      took,
      visitors,
    ]),
    speed: speed.map(({ page, device, metric, bucket, views }) => [
      placeOf(page),
      devices.indexOf(device),
      metrics.indexOf(metric),
      bucket,
      views,
    ]),
    gaps: gaps.map(([from, to]) => [from, to]),
  }
  return JSON.stringify({ ...packed, names: [...places.keys()] })
}

export function unpackDay(text: string): DayNumbers {
  const { names, cells, speed, gaps }: PackedDay = JSON.parse(text)
  const nameAt = (place: number) => names[place] ?? ''
  return {
    cells: cells.map(([what, entry, source, device, took, visitors]) => ({
      what: nameAt(what),
      entry: nameAt(entry),
      source: nameAt(source),
      device: devices[device] ?? 'computer',
      took,
      visitors,
    })),
    speed: speed.map(([page, device, metric, bucket, views]) => ({
      page: nameAt(page),
      device: devices[device] ?? 'computer',
      metric: metrics[metric] ?? 'lcp',
      bucket,
      views,
    })),
    gaps,
  }
}
