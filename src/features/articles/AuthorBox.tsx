import './AuthorBox.css'
import type { Blog } from '../../content/blog.ts'
import type { Studio } from '../../content/studio.ts'

/** Who wrote it; by name where the founder has given one. */
export function AuthorBox({ words, founder }: { words: Blog['author']; founder: Studio['founder'] }) {
  return (
    <section className="author" aria-labelledby="author">
      <h2 id="author" className="remark">
        {words.heading}
      </h2>
      <p className="serif">{founder.name ?? words.anonymous}</p>
      <p>{words.text}</p>
    </section>
  )
}
