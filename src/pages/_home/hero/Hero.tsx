import './Hero.css'
import type { Drawings } from '../../../content/drawings.ts'
import type { SectionWords } from '../../../content/home/section-schemas.ts'
import { photoSources } from '../../../content/pictures.ts'
import { Drawing } from '../../../ui/drawing/Drawing.tsx'
import { Photo } from '../../../ui/Photo.tsx'
import { ThreadBand } from '../../../ui/ThreadBand.tsx'

type HeroProps = SectionWords['hero'] & { drawings: Drawings }

/** Before a scene, the thread leaves the drawing at its foot, two thirds of its width from the left. */
export function Hero({ claim, headline, badges, start, view, caption, picture, photo, drawings }: HeroProps) {
  const { hero: figure, 'hero-scene': scene } = photo ? {} : drawings
  return (
    <>
      <section className={scene ? 'hero hero-drawn' : 'hero'}>
        <div className="hero-words">
          {claim && <p className="hero-claim remark">{claim}</p>}
          <h1>{headline}</h1>
          {badges.length > 0 && (
            <ul className="hero-badges dots">
              {badges.map((badge) => (
                <li key={badge}>{badge}</li>
              ))}
            </ul>
          )}
          <p className="hero-links">
            <a className="button" href={start.to}>
              {start.text}
            </a>
            {view && (
              <a className="link" href={view.to}>
                {view.text}
              </a>
            )}
          </p>
        </div>
        {photo && (
          <figure className="hero-photo">
            <Photo
              picture={photo.picture}
              sources={photoSources(photo.picture)}
              alt={photo.alt}
              sizes="100vw"
              isFirst
            />
            {caption && <figcaption className="remark">{caption}</figcaption>}
          </figure>
        )}
        {figure && (
          <figure className="hero-figure">
            <div role="img" aria-label={picture}>
              {scene && <Drawing drawing={scene} className="hero-scene" isScene />}
              <Drawing drawing={figure} className="hero-drawing" />
            </div>
            {caption && <figcaption className="hero-caption remark">{caption}</figcaption>}
          </figure>
        )}
      </section>
      {scene && <ThreadBand way="hero-margin" />}
    </>
  )
}
