import './Drawing.css'
import type { SVGProps } from 'react'

type DrawingProps = SVGProps<SVGSVGElement> & {
  /** An SVG file's shapes. They're safe to insert: platform/content/drawings.ts rejects scripts and external references. */
  drawing: { viewBox: string; shapes: string }
  /** Alternative text. Leave it out if the page already says what the drawing shows. */
  label?: string | undefined
}

export function Drawing({ drawing: { viewBox, shapes }, label, ...svg }: DrawingProps) {
  return (
    <svg
      viewBox={viewBox}
      {...svg}
      {...(label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      dangerouslySetInnerHTML={{ __html: shapes }}
    />
  )
}

/** The studio's mark, as tall as a line of text in the header. */
export function Mark({ drawing }: { drawing: { viewBox: string; shapes: string } | undefined }) {
  if (drawing === undefined) return null
  const height = 32
  const [, , boxWidth = 1, boxHeight = 1] = drawing.viewBox.split(/[ ,]+/).map(Number)
  return <Drawing drawing={drawing} width={Math.round((height * boxWidth) / boxHeight)} height={height} />
}

/**
 * The hatch patterns of all drawings on a page. Some browsers show seams between a pattern's tiles, so each tile has many lines.
 */
export function Hatches() {
  return (
    <svg className="visually-hidden" aria-hidden="true">
      <Hatch id="hatch" step={6} turn={30} />
      <Hatch id="dense" step={4} turn={-50} />
      <Hatch id="fold" step={5} turn={-36} stroke="var(--pencil)" />
    </svg>
  )
}

type HatchProps = { id: string; step: number; turn: number; stroke?: string }

function Hatch({ id, step, turn, stroke }: HatchProps) {
  const linePairs = 8
  const size = step * linePairs * 2
  const thereAndBack = `h${size}m0 ${step}H0m0 ${step}`
  return (
    <pattern id={id} width={size} height={size} patternUnits="userSpaceOnUse" patternTransform={`rotate(${turn})`}>
      <path d={`M0 ${step / 2}${thereAndBack.repeat(linePairs)}`} stroke={stroke} strokeWidth=".9" />
    </pattern>
  )
}
