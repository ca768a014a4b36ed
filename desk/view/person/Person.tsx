import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { PersonData } from './PersonData.tsx'

/** Everything stored about a person, by their address. */
export function Person() {
  const [query, setQuery] = useSearchParams()
  const email = query.get('email') ?? ''
  const [typed, setTyped] = useState(email)
  return (
    <main className="page">
      <h1>Person</h1>
      <search>
        <form className="actions person-search" action={() => setQuery({ email: typed.trim() })}>
          <input
            type="email"
            aria-label="Email address"
            placeholder="Email address"
            aria-keyshortcuts="/"
            required
            maxLength={254}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <button type="submit" className="button">
            Look
          </button>
        </form>
      </search>
      {email !== '' && <PersonData key={email} email={email} />}
    </main>
  )
}
