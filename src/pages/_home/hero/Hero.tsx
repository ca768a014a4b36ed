import './Hero.css'
import type { Home } from '../../../content/home/home.ts'
import { ThreadBand } from '../../../ui/ThreadBand.tsx'
import { HeroKite } from './HeroKite.tsx'
import { HeroScene } from './HeroScene.tsx'

/** The promise, the two ways on, and the kite that holds the page's thread. */
export function Hero({ claim, headline, badges, start, view, caption, picture }: Home['hero']) {
  return (
    <>
      <section className="hero" aria-labelledby="hero-heading">
        <div className="hero-words">
          <p className="hero-claim remark">{claim}</p>
          <h1 id="hero-heading">{headline}</h1>
          <ul className="hero-badges dots">
            {badges.map((badge) => (
              <li key={badge}>{badge}</li>
            ))}
          </ul>
          <p className="hero-links">
            <a className="button" href="#contact">
              {start}
            </a>
            <a className="link" href="#services">
              {view}
            </a>
          </p>
        </div>
        <figure className="hero-figure">
          <div role="img" aria-label={picture}>
            <HeroScene />
            <HeroKite />
          </div>
          <figcaption className="hero-caption remark">{caption}</figcaption>
        </figure>
      </section>
      <ThreadBand way="kite-margin" />
    </>
  )
}
