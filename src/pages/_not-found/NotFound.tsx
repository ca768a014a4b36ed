import './NotFound.css'
import type { Frame } from '../../content/site-words.ts'
import { KiteInTree } from './KiteInTree.tsx'

type NotFoundProps = {
  words: Frame['notFound']
  /** The page whose address comes nearest to the one that was asked for. */
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
