import { Link } from '../../ui/Link.tsx'

/** A link to the free times. Nothing if the site offers no calls. */
export function CallLink({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p>
      <Link to="/call">{text}</Link>
    </p>
  )
}
