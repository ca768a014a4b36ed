import type { ReactNode } from 'react'

type LinkedProps = {
  text: string
  /** The addresses of the [words in brackets]. */
  to?: readonly string[]
  /** For {email}. */
  email?: string | undefined
  /** The studio's address, which becomes a link. */
  studioEmail?: string
}

/** A text of content/calls.yaml with links. */
export function Linked({ text, to = [], email = '', studioEmail }: LinkedProps) {
  let links = 0
  const parts = text.split(/(\[[^\]]*\]|\{email\}\.?|\S+@\S+[^\s.])/)
  return parts.map((part, i): ReactNode => {
    const key = `${i}`
    if (part.startsWith('['))
      return (
        <a key={key} href={to[links++]}>
          {part.slice(1, -1)}
        </a>
      )
    if (part === studioEmail)
      return (
        <a key={key} href={`mailto:${part}`}>
          {part}
        </a>
      )
    return part.startsWith('{email}') ? <Address key={key} email={email} end={part.slice('{email}'.length)} /> : part
  })
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
