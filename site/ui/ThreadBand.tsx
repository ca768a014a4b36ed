import './ThreadBand.css'

type Way =
  | 'hero-margin'
  | 'right-margin'
  | 'right-tag'
  | 'margin-tag'
  | 'tag-margin'
  | 'margin-portrait'
  | 'portrait-margin'

export function ThreadBand({ way }: { way: Way }) {
  const d = way === 'margin-portrait' || way === 'margin-tag' ? 'M0 0C0 80 100 20 100 100' : 'M100 0C100 80 0 20 0 100'
  return (
    <svg className={`band band-${way}`} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path className="thread" d={d} />
    </svg>
  )
}
