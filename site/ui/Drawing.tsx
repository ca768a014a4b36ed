import './Drawing.css'

type DrawingProps = {
  /** An SVG file's box and shapes; the content's reader has refused what runs or loads. */
  drawing: { viewBox: string; shapes: string }
  viewBox?: string
  className?: string
  size?: { width: number; height: number }
  /** Text alternative, if the text nearby doesn’t say it. */
  label?: string | undefined
  /** Fills its box, and is cut off at the sides rather than below. */
  isScene?: boolean
}

export function Drawing({ drawing, viewBox = drawing.viewBox, className, size, label, isScene }: DrawingProps) {
  return (
    <svg
      className={className}
      viewBox={viewBox}
      {...size}
      {...(isScene && { preserveAspectRatio: 'xMidYMax slice' })}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      dangerouslySetInnerHTML={{ __html: drawing.shapes }}
    />
  )
}

export function Mark({ drawing }: { drawing: { viewBox: string; shapes: string } | undefined }) {
  if (drawing === undefined) return null
  const height = 32
  const [, , wide = 1, high = 1] = drawing.viewBox.split(/[ ,]+/).map(Number)
  return <Drawing drawing={drawing} size={{ width: Math.round((height * wide) / high), height }} />
}

/** Shared patterns, once a page. A tile has many lines, since some browsers show its seams as beads. */
export function Hatches() {
  return (
    <svg className="visually-hidden" aria-hidden="true">
      <Hatch id="hatch" step={6} turn={30} />
      <Hatch id="dense" step={4} turn={-50} />
      <Hatch id="fold" step={5} turn={-36} stroke="var(--pencil)" />
    </svg>
  )
}

function Hatch({ id, step, turn, stroke }: { id: string; step: number; turn: number; stroke?: string }) {
  const size = step * 16
  return (
    <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse" patternTransform={`rotate(${turn})`}>
      <path d={`M0 ${step / 2}${`h${size}m0 ${step}H0m0 ${step}`.repeat(8)}`} stroke={stroke} strokeWidth=".9" />
    </pattern>
  )
}
