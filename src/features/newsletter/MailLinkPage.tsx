import type { Newsletter } from '../../content/newsletter.ts'
import { KitePage } from '../../ui/kite/KitePage.tsx'
import type { LinkAnswer } from './mail-link.route.ts'

export function MailLinkPage({ texts, state }: { texts: Newsletter; state: LinkAnswer['state'] }) {
  const answer = texts.links[state]
  return (
    <KitePage
      title={answer.heading}
      charm="letter"
      lead={
        <>
          <p>{answer.text}</p>
          {'button' in answer ? (
            <form method="post">
              <button type="submit" className="button">
                {answer.button}
              </button>
            </form>
          ) : (
            <p>
              <a className="link" href="/">
                {texts.home}
              </a>
            </p>
          )}
        </>
      }
    />
  )
}
