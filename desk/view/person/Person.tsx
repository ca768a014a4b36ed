import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { PersonData } from './PersonData.tsx'

/** Everything that is kept of a person, by their address. */
export function Person() {
  const [query, setQuery] = useSearchParams()
  const email = query.get('email') ?? ''
  const [typed, setTyped] = useState(email)
  return (
    <main className="page">
      <h1>A person</h1>
      <search>
        <form className="actions person-search" action={() => setQuery({ email: typed.trim() })}>
          <input
            type="email"
            aria-label="E-mail address"
            placeholder="E-mail address"
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
