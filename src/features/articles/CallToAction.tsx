import './CallToAction.css'
import type { Blog } from '../../content/site-words.ts'

/** The form, for those who want to write here. */
export function CallToAction({ words }: { words: Blog['callToAction'] }) {
  return (
    <section className="call" aria-labelledby="call">
      <h2 id="call" className="serif large">
        {words.heading}
      </h2>
      <p>{words.text}</p>
      <p>
        <a className="button" href="/contact">
          {words.form}
        </a>
      </p>
    </section>
  )
}
