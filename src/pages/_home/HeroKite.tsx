import { type Fold, FoldedKite } from '../../ui/FoldedKite.tsx'

const FOLD: Fold = {
  corners: [
    [182, 14],
    [267, 179],
    [68, 363],
    [14, 97],
  ],
  inner: [
    [88, 105],
    [192, 104],
    [186, 207],
    [76, 245],
  ],
  centre: [139, 145],
}

/** The kite that the page's thread is tied to. The thread leaves the drawing at its foot, 182 of 282 units from the left. */
export function HeroKite() {
  return (
    <svg className="hero-kite" viewBox="0 0 282 565" aria-hidden="true">
      <KiteOnThread />
    </svg>
  )
}

export function KiteOnThread() {
  return (
    <>
      <g className="hero-kite-body">
        <FoldedKite fold={FOLD} />
        <g>
          <path d="M68 363C40 388 54 400 58 430S68 466 48 490 46 534 22 558" />
          <path
            className="facet-1"
            d="M53 403 28 402 31 419ZM53 403 69 388 74 406ZM56 466 33 453 34 470ZM56 466 77 463 71 481ZM41 524 17 526 21 543ZM41 524 63 515 61 533Z"
          />
        </g>
      </g>
      <path className="thread" d="M139 145C164 240 182 350 182 480V2000" />
    </>
  )
}
