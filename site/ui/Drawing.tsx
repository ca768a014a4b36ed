import './Drawing.css'
import type { SVGProps } from 'react'

type DrawingProps = SVGProps<SVGSVGElement> & {
  /** From an SVG file. Reading the content refuses scripts and external references. */
  drawing: { viewBox: string; shapes: string }
  /** Alternative text, if no other text says what it shows. */
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

export function Mark({ drawing }: { drawing: { viewBox: string; shapes: string } | undefined }) {
  if (drawing === undefined) return null
  const height = 32
  const [, , boxWidth = 1, boxHeight = 1] = drawing.viewBox.split(/[ ,]+/).map(Number)
  return <Drawing drawing={drawing} width={Math.round((height * boxWidth) / boxHeight)} height={height} />
}

/** Shared patterns, once per page. Each tile has many lines, because some browsers show the seams between tiles. */
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
