import { Link } from '../../ui/Link.tsx'

/** Leads to the times; nothing on a site that offers no calls. */
export function CallLink({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p>
      <Link to="/call">{text}</Link>
    </p>
  )
}
