import '../../ui/form/Form.css'
import './SearchForm.css'
import type { SearchCopy } from '../../../platform/content/site-copy.ts'
import { maxQueryLength } from '../../../server/search/search-words.ts'

type SearchFormProps = { copy: SearchCopy; query?: string; label?: string }

export function SearchForm({ copy, query = '', label }: SearchFormProps) {
  return (
    <search>
      <form className="search field" action="/search">
        <label htmlFor="q">{label ?? copy.label}</label>
        <input id="q" name="q" type="search" defaultValue={query} maxLength={maxQueryLength} />
        <button type="submit" className="button">
          {copy.button}
        </button>
      </form>
    </search>
  )
}
