import '../../ui/form/Form.css'
import './SearchForm.css'
import type { SearchWords } from '../../../platform/content/site-words.ts'
import { maxQueryLength } from '../../../server/search/search-words.ts'

export function SearchForm({ words, query = '', label }: { words: SearchWords; query?: string; label?: string }) {
  return (
    <search>
      <form className="search field" action="/search">
        <label htmlFor="q">{label ?? words.label}</label>
        <input id="q" name="q" type="search" defaultValue={query} maxLength={maxQueryLength} />
        <button type="submit" className="button">
          {words.button}
        </button>
      </form>
    </search>
  )
}
