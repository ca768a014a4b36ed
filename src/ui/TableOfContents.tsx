import './TableOfContents.css'

export type ContentsHeading = { id: string; level: number; text: string }

type TableOfContentsProps = { heading: string; headings: readonly ContentsHeading[] }

/** The parts of a long text; src/ui/mark-current.ts marks the one that is being read. */
export function TableOfContents({ heading, headings }: TableOfContentsProps) {
  const parts = headings.filter(({ level }) => level === 2)
  if (parts.length === 0) return null
  return (
    <nav className="contents" aria-labelledby="contents">
      <h2 id="contents" className="remark">
        {heading}
      </h2>
      <ol>
        {parts.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
