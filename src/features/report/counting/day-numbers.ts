import type { Device, VisitMarkRow } from '../../../../migrations/tables.ts'
import { direct } from './source.ts'
import { bucketOf, type Metric, metrics, type Speed } from './speed.ts'
import { requestSteps, timedSteps, tookOf, withStepsBefore } from './steps.ts'

/** How many visitors of a day did it who came in this way. */
export type Cell = {
  /** A step of `ways`, `page:` with its path, `answer:` with its id, `led:` with a page seen before a request was sent. */
  what: string
  /** The first page of the day. */
  entry: string
  source: string
  device: Device
  /** A place in `tookLimits`; -1 where no time is counted. */
  took: number
  visitors: number
}

/** How many views of a page were this fast. */
export type SpeedCell = { page: string; device: Device; metric: Metric; bucket: number; views: number }

/** From and to when nothing was counted, in ms since 1970. */
export type Gap = readonly [from: number, to: number]

export type DayNumbers = { cells: Cell[]; speed: SpeedCell[]; gaps: Gap[] }

/** Beyond, strangers would fill a day with names that they make up. */
const mostSources = 100
const otherSources = 'others'

const untimed = -1
const isPage = ({ what }: VisitMarkRow) => what.startsWith('page:')

/** Who has seen no page is no visitor: a program that sends a form, or a mailbox's robot that opens a link. */
export function sumDay(marks: readonly VisitMarkRow[], gaps: readonly Gap[]): DayNumbers {
  const visits = [...Map.groupBy(marks, ({ visitor }) => visitor).values()].filter((own) => own.some(isPage))
  const sources = keptSources(visits)
  const cells = new Map<string, Cell>()
  for (const own of visits) {
    const first = firstPage(own)
    const source = sources.has(first.source ?? direct) ? (first.source ?? direct) : otherSources
    const came = { entry: pathOf(first), source, device: first.device }
    for (const done of thingsDone(own, first.at)) addTo(cells, { ...done, ...came, visitors: 1 })
  }
  return { cells: [...cells.values()], speed: sumSpeed(visits.flat()), gaps: [...gaps] }
}

function firstPage(own: readonly VisitMarkRow[]): VisitMarkRow {
  return own.filter(isPage).reduce((first, page) => (page.at < first.at ? page : first))
}

function pathOf({ what }: VisitMarkRow): string {
  return what.slice('page:'.length)
}

function keptSources(visits: readonly VisitMarkRow[][]): Set<string> {
  const bySource = Map.groupBy(visits, (own) => firstPage(own).source ?? direct)
  const ranked = [...bySource].toSorted(([, one], [, other]) => other.length - one.length)
  return new Set(ranked.slice(0, mostSources).map(([source]) => source))
}

function thingsDone(own: readonly VisitMarkRow[], firstAt: number): { what: string; took: number }[] {
  const pages = own.filter(isPage)
  const done = new Set([...own.map(({ what }) => what), 'visit', ...(pages.length > 1 ? ['read'] : [])])
  const requestAt = Math.min(...own.filter(({ what }) => requestSteps.includes(what)).map(({ at }) => at))
  const led = pages.filter(({ at }) => at <= requestAt && requestAt !== Number.POSITIVE_INFINITY)
  const timed = (what: string) => {
    const at = timedSteps.includes(what) ? own.find((mark) => mark.what === what)?.at : undefined
    return at === undefined ? untimed : tookOf(at - firstAt)
  }
  return [
    ...[...withStepsBefore(done)].map((what) => ({ what, took: timed(what) })),
    ...led.map((page) => ({ what: `led:${pathOf(page)}`, took: untimed })),
  ]
}

function sumSpeed(marks: readonly VisitMarkRow[]): SpeedCell[] {
  const cells = new Map<string, SpeedCell>()
  for (const mark of marks) {
    const speed: Speed = JSON.parse(mark.speed ?? '{}')
    for (const metric of metrics) {
      const value = speed[metric]
      if (value === undefined) continue
      const cell = { page: pathOf(mark), device: mark.device, metric, bucket: bucketOf(metric, value) }
      const key = Object.values(cell).join('\n')
      cells.set(key, { ...cell, views: (cells.get(key)?.views ?? 0) + 1 })
    }
  }
  return [...cells.values()]
}

function addTo(cells: Map<string, Cell>, cell: Cell): void {
  const key = [cell.what, cell.entry, cell.source, cell.device, cell.took].join('\n')
  const known = cells.get(key)
  if (known === undefined) cells.set(key, cell)
  else known.visitors += cell.visitors
}
