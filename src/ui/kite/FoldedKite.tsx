import './FoldedKite.css'
import { type Fold, foldPaths } from './kite-fold.ts'

/**
 * A kite folded like a pinwheel: between two neighbouring corners lie two triangles, round the centre lie four more.
 * Only kites carry colour.
 */
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
