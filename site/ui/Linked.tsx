import { Fragment } from 'react'

type LinkedProps = {
  text: string
  /** URLs for the [words in brackets], in order. */
  to?: readonly string[]
  /** The value for {email}. */
  email?: string | undefined
  /** The studio's email address, which becomes a link. */
  studioEmail?: string
}

/** Renders text from content/ with links. */
export function Linked({ text, to = [], email = '', studioEmail = '' }: LinkedProps) {
  return text.split(/[[\]]/).map((part, i) => {
    const key = `${i}`
    const isLink = i % 2 === 1
    if (!isLink) return <WithEmail key={key} text={part} email={email} studioEmail={studioEmail} />
    return (
      <a key={key} href={to[(i - 1) / 2]}>
        {part}
      </a>
    )
  })
}

type WithEmailProps = { text: string; email: string; studioEmail: string }

function WithEmail({ text, email, studioEmail }: WithEmailProps) {
  return text.split(/(\{email\}[.,]?)/).map((part, i) => {
    const key = `${i}`
    const isPlaceholder = i % 2 === 1
    if (isPlaceholder) return <EmailAddress key={key} email={email} punctuation={part.replace('{email}', '')} />
    return <WithStudioEmail key={key} text={part} studioEmail={studioEmail} />
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

/** Lets lines break after the @, but nowhere else in the address. */
function EmailAddress({ email, punctuation }: { email: string; punctuation: string }) {
  const [local, host] = email.split(/(?<=@)/)
  return (
    <span className="address">
      {local}
      <wbr />
      {host}
      {punctuation}
    </span>
  )
}
