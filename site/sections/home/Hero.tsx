import './Hero.css'
import { Drawing } from '../../ui/Drawing.tsx'
import { Link } from '../../ui/Link.tsx'
import { Photo } from '../../ui/Photo.tsx'
import { TextList } from '../../ui/TextList.tsx'
import { ThreadBand } from '../../ui/Thread.tsx'
import type { SectionProps } from './section-props.ts'

/** The top of the home page. With a scene, the drawing's thread leaves at the bottom, two thirds of the way across. */
export function Hero(props: SectionProps<'hero'>) {
  const { claim, headline, badges, start, view, caption, picture, photo, drawings } = props
  const { hero: figure, 'hero-scene': scene } = photo ? {} : drawings
  return (
    <>
      <section className={scene ? 'hero hero-drawn' : 'hero'}>
        <div className="hero-words">
          {claim && <p className="hero-claim remark">{claim}</p>}
          <h1>{headline}</h1>
          <TextList items={badges} className="hero-badges dots" />
          <p className="hero-links row">
            <a className="button" href={start.to}>
              {start.text}
            </a>
            {view && <Link to={view.to}>{view.text}</Link>}
          </p>
        </div>
        {photo && (
          <figure className="hero-photo">
            <Photo {...photo} sizes="100vw" isFirst />
            {caption && <figcaption className="remark">{caption}</figcaption>}
          </figure>
        )}
        {figure && (
          <figure className="hero-figure">
            <div role="img" aria-label={picture}>
              {scene && <Drawing drawing={scene} className="hero-scene" preserveAspectRatio="xMidYMax slice" />}
              <Drawing drawing={figure} className="hero-drawing" />
            </div>
            {caption && <figcaption className="hero-caption remark">{caption}</figcaption>}
          </figure>
        )}
      </section>
      {scene && <ThreadBand path="hero-margin" />}
    </>
  )
}
