/** The fingers that hold the end of the thread. The thread comes in at the top, 30 units from the left. */
export function Hand() {
  return (
    <svg className="hand" viewBox="0 0 340 200" aria-hidden="true">
      <path d="M340 40 C 280 36 240 30 190 36 C 140 44 80 70 36 84 C 26 88 28 98 38 98 C 80 96 120 88 150 92" />
      <path className="thread" d="M30 0V92C30 110 40 130 34 150S24 180 30 200" />
    </svg>
  )
}
