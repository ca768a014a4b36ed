import './FoldedKite.css'
import { type Fold, foldPaths } from './kite-fold.ts'

/** Only kites carry color. */
export function FoldedKite({ fold }: { fold: Fold }) {
  const { facets, shade, edge } = foldPaths(fold)
  return (
    <g className="folded-kite">
      {facets.map(([tone, d]) => (
        <path key={tone} className={`facet-${tone}`} d={d} />
      ))}
      <path className="folded-shade" d={shade} />
      <path d={edge} />
      <circle cx={fold.centre[0]} cy={fold.centre[1]} r="3" />
    </g>
  )
}
