import { renderToString } from 'react-dom/server'
import { siteContent } from '../../content/site-content.ts'
import { Chat } from '../../features/agent/panel/Chat.tsx'
import { ChatFrame } from '../../features/agent/panel/ChatFrame.tsx'

/** What the build puts into the islands' code as `virtual:built/<name>` (src/build/built-parts.ts). */
export function builtParts() {
  const { agent, home, newsletter } = siteContent()
  const { success, next, unreachable } = newsletter.form
  const { labels, send, referenceLabel, ...contact } = home.contact.form
  const { open, badge, human, minimise, expand, close, ...words } = agent.widget
  const { noRequirements, problems, page, ...booking } = agent.booking
  const talk = renderToString(<Chat words={words} booking={booking} />)
  // React hydrates the talk alone, not the frame around it.
  const panel = renderToString(<ChatFrame words={agent.widget}>{'{talk}'}</ChatFrame>).replace('{talk}', () => talk)
  return {
    'agent-panel': panel,
    'agent-words': { talk: words, booking },
    'form-words': {
      contact: { ...contact, referenceLabel },
      newsletter: { success: `${success} ${next}`, unreachable },
    },
  }
}
