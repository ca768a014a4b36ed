import { Fragment } from 'react'

type LinkedProps = {
  text: string
  /** URLs of the [words in brackets]. */
  to?: readonly string[]
  /** Replaces {email}. */
  email?: string | undefined
  /** The studio's address, which becomes a link. */
  studioEmail?: string
}

/** Text from content, with links. */
export function Linked({ text, to = [], email = '', studioEmail = '' }: LinkedProps) {
  // Every second part is a link.
  return text.split(/[[\]]/).map((part, i) => {
    const key = `${i}`
    if (i % 2 === 0) return <Plain key={key} {...{ text: part, email, studioEmail }} />
    return (
      <a key={key} href={to[(i - 1) / 2]}>
        {part}
      </a>
    )
  })
}

type PlainProps = { text: string; email: string; studioEmail: string }

function Plain({ text, email, studioEmail }: PlainProps) {
  return text.split(/(\{email\}[.,]?)/).map((part, i) => {
    const key = `${i}`
    if (i % 2 === 1) return <Address key={key} email={email} end={part.replace('{email}', '')} />
    return <WithStudioEmail key={key} {...{ text: part, studioEmail }} />
  })
}

function WithStudioEmail({ text, studioEmail }: { text: string; studioEmail: string }) {
  if (studioEmail === '') return text
  return text.split(studioEmail).map((part, i) => {
    const key = `${i}`
    return (
      <Fragment key={key}>
        {i > 0 && <a href={`mailto:${studioEmail}`}>{studioEmail}</a>}
        {part}
      </Fragment>
    )
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
