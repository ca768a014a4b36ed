import './ArticleTags.css'

/** Hashtag chips; each leads to what else the site says of it. */
export function ArticleTags({ tags, label }: { tags: readonly string[]; label: string }) {
  return (
    <ul className="tags" aria-label={label}>
      {tags.map((tag) => (
        <li key={tag}>
          <a href={`/search?q=${encodeURIComponent(tag)}`}>#{tag}</a>
        </li>
      ))}
    </ul>
  )
}
