import type { Fold } from '../../../ui/kite/kite-fold.ts'

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

/** In a box of 273 x 520 units. */
export const heroKite = {
  fold,
  tail: 'M68 363C40 382 54 392 58 415S68 443 48 462 46 496 26 515',
  bows: 'M53 394 28 393 31 410ZM53 394 69 379 74 397ZM57 443 34 430 35 447ZM57 443 78 440 72 458ZM42 486 18 488 22 505ZM42 486 64 477 62 495Z',
  thread: 'M139 145C164 240 182 350 182 480V2000',
} as const
