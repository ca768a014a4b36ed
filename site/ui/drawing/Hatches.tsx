/** Shared patterns, once a page. A tile holds many lines: some browsers show its seams as beads. */
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
