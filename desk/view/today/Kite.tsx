/** A house, and its kite above a hill. */
export function Kite() {
  return (
    <svg viewBox="0 0 300 236" aria-hidden="true">
      <defs>
        <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0V5" />
        </pattern>
      </defs>
      <path fill="url(#hatch)" stroke="none" d="M0 206c70-34 130-30 178-14s92 16 122 6v38H0z" />
      <path className="paper" d="M58 186v-30l15-12 15 12v24M67 183v-15h11v13" />
      <path d="M0 206c70-34 130-30 178-14s92 16 122 6" />
      <g transform="rotate(14 196 74)">
        <path fill="#f5826a" d="M196 18 154 70l42 8z" />
        <path fill="#d9412b" d="m196 18 42 52-42 8z" />
        <path fill="#e9a820" d="m154 70 42 66V78z" />
        <path fill="#a82a18" d="m238 70-42 66V78z" />
      </g>
      <path className="thread" d="M182 134c-14 26-66 20-94 34" />
      <path d="M182 134c12 8-6 14 4 22s-6 12 2 20" />
    </svg>
  )
}
