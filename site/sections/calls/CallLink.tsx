import { Link } from '../../ui/Link.tsx'

/** A link to the calls page. @param text undefined if the studio doesn't offer calls */
export function CallLink({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p>
      <Link to="/call">{text}</Link>
    </p>
  )
}
