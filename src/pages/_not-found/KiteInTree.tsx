import { type Fold, FoldedKite } from '../../ui/FoldedKite.tsx'

const FOLD: Fold = {
  corners: [
    [300, 96],
    [376, 150],
    [262, 262],
    [236, 130],
  ],
  inner: [
    [272, 134],
    [322, 132],
    [326, 170],
    [272, 196],
  ],
  centre: [298, 152],
}

/** A bare tree with a kite in its crown; the thread hangs down. */
export function KiteInTree({ label }: { label: string }) {
  return (
    <svg className="kite-in-tree" viewBox="0 0 480 520" role="img" aria-label={label}>
      <path d="M20 500C120 484 340 484 460 500" />
      <path
        className="spar"
        d="M196 492C214 430 212 380 206 330M250 492C238 440 236 390 244 330M206 330C180 290 130 276 84 246M206 330C210 270 190 210 150 150M244 330C240 250 226 160 234 60M244 330C290 290 350 270 410 230M84 246 40 236M84 246 76 200M150 150 116 110M150 150 172 96M166 190 120 192M234 140 210 100M236 110 262 60M410 230 440 190M410 230 448 240M340 270 372 290"
      />
      <FoldedKite fold={FOLD} />
      <path className="thread" d="M298 152C312 230 286 300 318 356S300 440 330 470" />
    </svg>
  )
}
