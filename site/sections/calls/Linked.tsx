import type { ReactNode } from 'react'

type LinkedProps = {
  text: string
  /** URLs of the [words in brackets]. */
  to?: readonly string[]
  /** Replaces {email}. */
  email?: string | undefined
  /** The studio's address, which becomes a link. */
  studioEmail?: string
}

/** Text from content/calls.yaml, with links. */
export function Linked({ text, to = [], email = '', studioEmail = '' }: LinkedProps) {
  // Every second part is a link.
  return text.split(/[[\]]/).map((part, i): ReactNode => {
    const key = `${i}`
    if (i % 2 === 0) return <Plain key={key} {...{ text: part, email, studioEmail }} />
    return (
      <a key={key} href={to[(i - 1) / 2]}>
        {part}
      </a>
    )
  })
}

function Plain({ text, email, studioEmail }: { text: string; email: string; studioEmail: string }) {
  const [before = '', after] = text.split('{email}', 2)
  if (after !== undefined) {
    const end = after.startsWith('.') ? '.' : ''
    return (
      <>
        {before}
        <Address email={email} end={end} />
        {after.slice(end.length)}
      </>
    )
  }
  const [start, rest] = studioEmail === '' ? [text] : text.split(studioEmail, 2)
  if (rest === undefined) return text
  return (
    <>
      {start}
      <a href={`mailto:${studioEmail}`}>{studioEmail}</a>
      {rest}
    </>
  )
}

/** Breaks only after the @. */
function Address({ email, end }: { email: string; end: string }) {
  const [local, host] = email.split(/(?<=@)/)
  return (
    <span className="address">
      {local}
      <wbr />
      {host}
      {end}
    </span>
  )
}
