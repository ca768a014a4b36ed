import './Hero.css'
import type { SectionWords } from '../../../content/home/section-schemas.ts'
import { FoldedKite } from '../../../ui/kite/FoldedKite.tsx'
import { ThreadBand } from '../../../ui/ThreadBand.tsx'
import { heroKite } from './hero-kite.ts'
import { SKY_LINE, skyShape } from './hero-sky.ts'

export function Hero({ claim, headline, badges, start, view, caption, picture }: SectionWords['hero']) {
  return (
    <>
      <section className="hero" aria-labelledby="hero-heading">
        <div className="hero-words">
          {claim && <p className="hero-claim remark">{claim}</p>}
          <h1 id="hero-heading">{headline}</h1>
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

/** The thread leaves the drawing at its foot, two thirds of its width from the left. */
function HeroKite() {
  return (
    <svg className="hero-kite" viewBox="0 0 273 520" aria-hidden="true">
      <g className="hero-kite-body">
        <FoldedKite fold={heroKite.fold} />
        <g>
          <path d={heroKite.tail} />
          <path className="facet-1" d={heroKite.bows} />
        </g>
      </g>
      <path className="thread" d={heroKite.thread} />
    </svg>
  )
}

function HeroScene() {
  return (
    <svg className="hero-scene" viewBox="-280 0 2000 760" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <pattern id="wind" width="9" height="1" patternUnits="userSpaceOnUse">
        <path d="M0 .5H9" strokeWidth=".14" />
      </pattern>
      <path className="hero-sky" d={skyShape()} transform={`scale(${SKY_LINE})`} />
      <path d="M800 702c160 18 290-62 430-112s210-30 330 10 130 40 180 30v150H700Z" />
      <path className="hatched" d="M930 704c150-14 200-78 300-114s210-30 330 10 130 40 180 30v150h-730Z" />
      <g className="hero-house">
        <path d="M640 640v-52h44v52m-52-46 30-28 30 28m-16-14v-16h6v22m-82 60v-36m0 2c-24 2-30-24-10-30-4-26 34-26 32-2 18 4 10 34-22 32" />
        <path className="hero-door" d="M655 640v-28h14v28" />
      </g>
      <path d="M400 730c140-122 320-126 460-66s180 52 260 36v80H400Z" />
      <path d="M-300 740c90 10 190-2 300-28 180-46 360-40 560-8s340 36 530 2 280-34 350-16 200 30 300 10v80H-300Z" />
      <path className="dense" d="M590 708c170 28 330 30 500-2s280-34 350-16 200 30 300 10v80H530Z" />
    </svg>
  )
}
