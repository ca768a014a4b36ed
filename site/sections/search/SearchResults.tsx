import './SearchResults.css'
import type { SearchWords } from '../../../platform/content/site-words.ts'
import type { MarkedText, TextMatch } from '../../../platform/text/text-index.ts'
import { Link } from '../../ui/Link.tsx'

type SearchResultsProps = {
  words: SearchWords
  /** Undefined for a query that is too long, empty for none. */
  terms: readonly string[] | undefined
  matches: readonly TextMatch[]
  isNear: boolean
  lang: string
}

export function SearchResults({ words, terms, matches, isNear, lang }: SearchResultsProps) {
  return (
    <>
      <p role="status" className="search-status">
        {isNear && matches.length > 0 ? words.near : statusOf(words, terms, matches.length, lang)}
      </p>
      <ol className="search-results">
        {matches.map(({ path, title, heading, excerpt }) => (
          <li key={path}>
            <h2 className="serif">
              <a href={path}>
                <Marked text={title} />
              </a>
            </h2>
            {heading && <p className="remark">{heading}</p>}
            <p>
              <Marked text={excerpt} />
            </p>
          </li>
        ))}
      </ol>
      {matches.length === 0 && (
        <p>
          <Link to="/blog">{words.browse}</Link>
        </p>
      )}
    </>
  )
}

function statusOf(words: SearchWords, terms: readonly string[] | undefined, found: number, lang: string): string {
  if (terms === undefined) return words.tooLong
  if (terms.length === 0) return words.empty
  if (found === 0) return words.none
  if (found === 1) return words.found.one
  const { two, few, many } = words.found
  const form = new Intl.PluralRules(lang).select(found)
  return `${found} ${(form === 'two' ? two : form === 'few' ? few : undefined) ?? many}`
}

function Marked({ text }: { text: MarkedText }) {
  return text.map((part, i) => {
    const key = `${i} ${part.text}`
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>
  })
}
