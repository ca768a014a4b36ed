import './CallToAction.css'
import type { Blog } from '../../content/blog.ts'

type CallToActionProps = { words: Blog['callToAction']; email: string }

/** The form for those who want to write here, and a mail with its subject for those who don't. */
export function CallToAction({ words, email }: CallToActionProps) {
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
      <p className="call-mails">
        <i className="remark">{words.byMail}</i>
        {words.mails.map(({ text, subject }) => (
          <a key={subject} className="link" href={`mailto:${email}?subject=${encodeURIComponent(subject)}`}>
            {text}
          </a>
        ))}
      </p>
    </section>
  )
}
