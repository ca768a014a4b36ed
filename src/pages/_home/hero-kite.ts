import type { Fold } from '../../ui/kite-fold.ts'

const fold: Fold = {
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

/** The kite that the page's thread is tied to, in a box of 282 x 565 units. */
export const heroKite = {
  fold,
  tail: 'M68 363C40 388 54 400 58 430S68 466 48 490 46 534 22 558',
  bows: 'M53 403 28 402 31 419ZM53 403 69 388 74 406ZM56 466 33 453 34 470ZM56 466 77 463 71 481ZM41 524 17 526 21 543ZM41 524 63 515 61 533Z',
  thread: 'M139 145C164 240 182 350 182 480V2000',
} as const
