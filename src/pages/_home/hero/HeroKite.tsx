import { FoldedKite } from '../../../ui/kite/FoldedKite.tsx'
import { heroKite } from './hero-kite.ts'

/** The kite that the page's thread is tied to. The thread leaves the drawing at its foot, two thirds of its width from the left. */
export function HeroKite() {
  return (
    <svg className="hero-kite" viewBox="0 0 273 520" aria-hidden="true">
      <g className="hero-kite-body">
        <FoldedKite fold={heroKite.fold} />
        <g>
          <path d={heroKite.tail} />
          <path className="facet-1" d={heroKite.bows} />
        </g>
      </g>
      <path className="thread" d={heroKite.thread} />
    </svg>
  )
}
