import './LinkGroups.css'
import type { LinkGroup } from '../../content/link-groups.ts'

export function LinkGroups({ groups }: { groups: readonly LinkGroup[] }) {
  return (
    <div className="link-groups">
      {groups.map(({ title, links }) => (
        <section key={title} aria-label={title}>
          <h2 className="serif large">{title}</h2>
          <ul className="ruled">
            {links.map(({ text, to }) => (
              <li key={text}>
                <a className="link" href={to} {...(to.startsWith('http') && { target: '_blank', rel: 'noopener' })}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
