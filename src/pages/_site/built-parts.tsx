import { renderToString } from 'react-dom/server'
import { siteContent } from '../../content/site-content.ts'
import { Chat } from '../../features/agent/panel/Chat.tsx'
import { ChatFrame } from '../../features/agent/panel/ChatFrame.tsx'

export { textSections } from './listed-pages.tsx'

/** What the build puts into the islands' code, by the module's name after `virtual:built/` (src/build/built-parts.ts). */
export function builtParts() {
  const {
    agent,
    words: { form: texts },
    home,
    drawings,
    newsletter,
    calls,
  } = siteContent()
  const { success, next, unreachable } = newsletter.form
  const { labels, send, referenceLabel, ...contact } = home.contact.form
  // What the frame says is not said again by the talk.
  const { open, badge, human, minimise, expand, close, ...words } = agent.widget
  const { noRequirements, problems, page, ...booking } = agent.booking
  const talk = renderToString(<Chat words={words} Booking={() => null} />)
  // The frame is no part of what React takes over; the talk inside it is.
  const panel = renderToString(
    <ChatFrame words={agent.widget} mark={drawings['mark']}>
      {'{talk}'}
    </ChatFrame>,
  ).replace('{talk}', () => talk)
  return {
    'agent-panel': panel,
    'agent-words': words,
    'booking-words': { ...booking, call: calls?.link },
    'form-words': {
      contact: { ...contact, referenceLabel, texts },
      newsletter: { success: `${success} ${next}`, unreachable, texts },
    },
  }
}
