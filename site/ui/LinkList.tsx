import { Link } from './Link.tsx'

type LinkListProps = { links: readonly { text: string; to: string }[]; className?: string; label?: string }

export function LinkList({ links, className, label }: LinkListProps) {
  if (links.length === 0) return null
  return (
    <ul className={className} aria-label={label}>
      {links.map(({ text, to }) => (
        <li key={text}>
          <Link to={to}>{text}</Link>
        </li>
      ))}
    </ul>
  )
}
