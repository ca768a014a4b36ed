/** A post with an arm and the ground it stands on; the thread is wound round its head, 8 units below the top. */
export function Post() {
  return (
    <svg className="post" viewBox="0 0 72 86" width="72" height="86" aria-hidden="true">
      <path className="spar" d="M10 1v84" />
      <path d="M3 2h14M0 85h66" />
      <path className="thread" d="M6 6l8 1M6 9l8 1M6 12l8 1" />
    </svg>
  )
}
