import type { CallKind, Calls } from '../../../platform/content/calls.ts'

type KindFactsProps = { words: Calls; kind: CallKind; lang: string }

/** `30 minutes · free · by video` */
export function KindFacts({ words, kind, lang }: KindFactsProps) {
  return (
    <ul className="dots">
      {kindFacts(words.page, kind, lang).map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

export function kindFacts({ facts }: Calls['page'], kind: CallKind, lang: string): string[] {
  const length = new Intl.NumberFormat(lang, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  return [length.format(kind.minutes), ...facts, kind.where.name]
}
