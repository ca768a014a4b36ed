import './NotFound.css'
import type { Frame } from '../../content/site-words.ts'
import { FoldedKite } from '../../ui/kite/FoldedKite.tsx'
import type { Fold } from '../../ui/kite/kite-fold.ts'

type NotFoundProps = {
  words: Frame['notFound']
  nearest: { path: string; title: string } | undefined
}

export function NotFound({ words: { code, heading, text, link, nearest: perhaps, picture }, nearest }: NotFoundProps) {
  return (
    <section className="not-found" aria-labelledby="not-found-heading">
      <div>
        <p className="not-found-code serif">{code}</p>
        <h1 id="not-found-heading">{heading}</h1>
        <p>{text}</p>
        {nearest && (
          <p>
            {perhaps} <a href={nearest.path}>{nearest.title}</a>
          </p>
        )}
        <a className="button" href="/">
          {link}
        </a>
      </div>
      <KiteInTree label={picture} />
    </section>
  )
}

const FOLD: Fold = {
  corners: [
    [300, 96],
    [376, 150],
    [262, 262],
    [236, 130],
  ],
  inner: [
    [272, 134],
    [322, 132],
    [326, 170],
    [272, 196],
  ],
  centre: [298, 152],
}

function KiteInTree({ label }: { label: string }) {
  return (
    <svg className="kite-in-tree" viewBox="0 0 480 520" role="img" aria-label={label}>
      <path d="M20 500c100-16 320-16 440 0" />
      <path
        className="spar"
        d="M196 492c18-62 16-112 10-162m44 162c-12-52-14-102-6-162m-38 0c-26-40-76-54-122-84m122 84c4-60-16-120-56-180m94 180c-4-80-18-170-10-270m10 270c46-40 106-60 166-100M84 246l-44-10m44 10-8-46m74-50-34-40m34 40 22-54m3 94-44 4m103-54-24-40m26 10 26-50m148 170 30-40m-30 40 38 10m-108 30 32 20"
      />
      <FoldedKite fold={FOLD} />
      <path className="thread" d="M298 152c14 78-12 148 20 204s-18 84 12 114" />
    </svg>
  )
}
