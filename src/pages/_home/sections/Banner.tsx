import './Banner.css'
import type { Home } from '../../../content/home/home.ts'

const REPEATS = 6

/** One message is read aloud; the repeats are for the eye. */
export function Banner({ message, badge, label, pause }: Home['banner']) {
  return (
    <aside className="banner" aria-label={label}>
      <ul className="banner-strip">
        {[...Array(REPEATS).keys()].map((repeat) => (
          <li key={repeat} className="banner-message" aria-hidden={repeat > 0 || undefined}>
            {`${message} `}
            <b className="banner-badge">{badge}</b>
          </li>
        ))}
      </ul>
      <label className="banner-pause">
        <input type="checkbox" aria-label={pause} />
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M5 3V13M11 3V13" />
          <path d="M4 3 13 8 4 13Z" />
        </svg>
      </label>
    </aside>
  )
}
