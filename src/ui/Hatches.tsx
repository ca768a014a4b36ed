/** The patterns that every drawing of a page fills its shadows with; once a page, before the drawings. */
export function Hatches() {
  return (
    <svg className="hidden" aria-hidden="true">
      <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">
        <path d="M0 3H6" strokeWidth=".9" />
      </pattern>
      <pattern id="dense" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(-50)">
        <path d="M0 2H4" strokeWidth=".8" />
      </pattern>
      <pattern id="fold" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-36)">
        <path d="M0 3H5" stroke="#161a23" strokeWidth=".9" />
      </pattern>
    </svg>
  )
}
