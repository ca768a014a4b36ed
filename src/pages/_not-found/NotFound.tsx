import './NotFound.css'
import type { Frame } from '../../content/frame.ts'
import { KiteInTree } from './KiteInTree.tsx'

export function NotFound({ code, heading, text, link, picture }: Frame['notFound']) {
  return (
    <section className="not-found" aria-labelledby="not-found-heading">
      <div>
        <p className="not-found-code serif">{code}</p>
        <h1 id="not-found-heading">{heading}</h1>
        <p>{text}</p>
        <a className="button" href="/">
          {link}
        </a>
      </div>
      <KiteInTree label={picture} />
    </section>
  )
}
