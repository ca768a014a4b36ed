/** A small drawing of a list's entry, as path data in a box of 32 x 32 units. */
export function Glyph({ path }: { path: string | undefined }) {
  if (path === undefined) return null
  return (
    <svg className="glyph" viewBox="0 0 32 32" aria-hidden="true">
      <path d={path} />
    </svg>
  )
}
