const PATHS = {
  clock: 'M16 6a12 12 0 1 0 .1 0M13 1h6M16 1v5M16 18l5-6',
  plumb: 'M8 2h16M16 2v12M10 14h12l-1 7-5 10-5-10Z',
  train: 'M5 20l3 5-3 6-3-6ZM14 11l4 5-4 8-4-8ZM25 1l6 7-6 11-6-11ZM6 21l5-4M16 13l5-3',
  stitch: 'M30 2 13 19l-1 3M26 3c2-2 5 1 3 3M12 22c-8 8-12 2-7-1s11 2 5 7-8 3-8 3',
  tag: 'M4 15 15 4h13v13L17 28ZM23 8a1 1 0 1 0 .1 0M23 9C26 4 29 3 31 1',
  knot: 'M2 27C7 11 21 5 24 11s-7 11-17 12M30 27C25 11 11 5 8 11s7 11 17 12',
  call: 'M2 9l9 2-1 9-9-2ZM30 9l-9 2 1 9 9-2ZM11 15c3 6 7 6 10 0',
  plan: 'M3 29V5l24 24ZM9 23v-4l4 4ZM17 13 28 2l2 2-11 11Z',
  build: 'M16 2v28M4 12h24M16 2l12 10-12 18L4 12ZM13 9l6 6M19 9l-6 6',
  launch: 'M21 2l8 8-12 11-5-13ZM21 2l-4 19M12 8l17 2M17 21c-2 6-8 2-15 9',
} as const

export function Glyph({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg className="glyph" viewBox="0 0 32 32" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
