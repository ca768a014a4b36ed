import type { Drawing } from '../../../platform/content/drawings.ts'
import type { Newsletter } from '../../../platform/content/site-words.ts'
import type { LinkState } from '../../../server/newsletter/routes.ts'
import { DrawnPage } from '../../ui/DrawnPage.tsx'
import { Link } from '../../ui/Link.tsx'

type EmailLinkPageProps = { texts: Newsletter; state: LinkState; drawing: Drawing | undefined }

export function EmailLinkPage({ texts, state, drawing }: EmailLinkPageProps) {
  const answer = texts.links[state]
  return (
    <DrawnPage
      title={answer.heading}
      drawing={drawing}
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
              <Link to="/">{texts.home}</Link>
            </p>
          )}
        </>
      }
    />
  )
}
