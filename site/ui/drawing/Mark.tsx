import { Drawing } from './Drawing.tsx'

const height = 32

/** The studio's mark, beside its name. */
export function Mark({ drawing }: { drawing: { viewBox: string; shapes: string } | undefined }) {
  if (drawing === undefined) return null
  const [, , wide = 1, high = 1] = drawing.viewBox.split(/[ ,]+/).map(Number)
  return <Drawing drawing={drawing} size={{ width: Math.round((height * wide) / high), height }} />
}
