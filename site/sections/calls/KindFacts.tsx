import type { CallKind, Calls } from '../../../platform/content/calls.ts'

type KindFactsProps = { calls: Calls; kind: CallKind; lang: string }

/** Facts about a kind of call: `30 minutes · free · by video`. */
export function KindFacts({ calls, kind, lang }: KindFactsProps) {
  return (
    <ul className="dots">
      {kindFacts(calls.page, kind, lang).map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

export function kindFacts({ facts }: Calls['page'], kind: CallKind, lang: string): string[] {
  const length = new Intl.NumberFormat(lang, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return [length.format(kind.minutes), ...facts, kind.where.name]
}
