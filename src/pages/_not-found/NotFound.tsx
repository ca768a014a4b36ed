import './NotFound.css'
import type { Drawing as DrawingData } from '../../content/drawings.ts'
import type { Frame } from '../../content/site-words.ts'
import { Drawing } from '../../ui/drawing/Drawing.tsx'

type NotFoundProps = {
  words: Frame['notFound']
  nearest: { path: string; title: string } | undefined
  drawing: DrawingData | undefined
}

export function NotFound({ words, nearest, drawing }: NotFoundProps) {
  return (
    <section className="not-found">
      <div>
        <p className="not-found-code serif">{words.code}</p>
        <h1>{words.heading}</h1>
        <p>{words.text}</p>
        {nearest && (
          <p>
            {words.nearest} <a href={nearest.path}>{nearest.title}</a>
          </p>
        )}
        <a className="button" href="/">
          {words.link}
        </a>
      </div>
      {drawing && <Drawing drawing={drawing} className="not-found-drawing" label={words.picture} />}
    </section>
  )
}
