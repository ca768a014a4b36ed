import './Drawing.css'

type DrawingProps = {
  /** An SVG file's box and shapes; the content's reader has refused what runs or loads. */
  drawing: { viewBox: string; shapes: string }
  viewBox?: string
  className?: string
  size?: { width: number; height: number }
  /** What it shows, where that is said nowhere else. */
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
