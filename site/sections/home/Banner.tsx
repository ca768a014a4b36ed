import './Banner.css'
import type { SectionCopy } from '../../../platform/content/home/section-schemas.ts'

/** Number of copies that fill a wide screen, even with a short message. */
const repeats = 6

type BannerProps = SectionCopy['banner'] & { hasEnded: boolean }

/** The scrolling banner. Its repeats are hidden from screen readers, which read the message once. */
export function Banner({ message, badge, label, pause, ended, hasEnded }: BannerProps) {
  return (
    <aside className={hasEnded ? 'banner banner-over' : 'banner'} aria-label={label}>
      {hasEnded && <p className="banner-ended">{ended}</p>}
      <ul className="banner-strip">
        {[...Array(repeats).keys()].map((repeat) => (
          <li key={repeat} className="banner-message" aria-hidden={repeat > 0 || undefined}>
            {`${message} `}
            <b className="banner-badge">{badge}</b>
          </li>
        ))}
      </ul>
      {!hasEnded && (
        <label className="banner-pause">
          <input type="checkbox" aria-label={pause} />
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="M5 3V13M11 3V13" />
            <path d="M4 3 13 8 4 13Z" />
          </svg>
        </label>
      )}
    </aside>
  )
}
