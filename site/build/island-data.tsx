import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { WidgetWords } from '../../platform/content/chat/chat.ts'
import type { Drawing as DrawingFile } from '../../platform/content/drawings.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { mapFields } from '../../platform/fields.ts'
import { chatLimits } from '../../platform/limits/limits.ts'
import { consultationFields } from '../../server/leads/fields.ts'
import { Chat } from '../islands/chat/Chat.tsx'
import { Drawing, Mark } from '../ui/Drawing.tsx'

export { textSections } from './listed-pages.tsx'

/** Copy and HTML for the islands, by the module's name after `virtual:built/` (site/build/island-data-plugin.ts). */
export function islandData() {
  const { chat, words, home, drawings, newsletter, calls } = siteContent()
  const texts = words.form
  const { success, next, unreachable } = newsletter.form
  const { send: _, ...contact } = home.contact.form
  const { address, subject, notProvided, notSpecified } = chat.consultation
  // Leave out the frame's strings, which are already in `panelHtml`.
  const { open, badge, offline, minimise, expand, close, call, ...widget } = chat.widget
  const { messages, messageCharacters } = chatLimits
  const chatCopy = { ...widget, call: calls && call, limits: { messages, messageCharacters } }
  const { noRequirements, problems, call: callInstead, ...consultation } = chat.consultation
  const chatHtml = renderToString(<Chat words={chatCopy} Consultation={() => null} />)
  // React hydrates only the chat inside the frame.
  const panelHtml = renderToString(
    <ChatFrame copy={chat.widget} mark={drawings['mark']} hills={drawings['chat']}>
      {'{chat}'}
    </ChatFrame>,
  ).replace('{chat}', () => chatHtml)
  const consultationTexts = mapFields(consultationFields, (name) => texts.fields[name])
  return {
    'chat-panel': panelHtml,
    'chat-words': chatCopy,
    'consultation-words': {
      ...consultation,
      call: calls && { link: calls.link, instead: callInstead },
      texts: { ...texts, fields: consultationTexts },
    },
    'form-words': {
      texts,
      forms: {
        contact: { ...contact, draft: { address, subject, notProvided, notSpecified } },
        newsletter: { success: `${success} ${next}`, unreachable },
        call: { unreachable: calls?.form.unreachable ?? '' },
      },
    },
  }
}

type ChatFrameProps = {
  copy: Pick<WidgetWords, 'title' | 'badge' | 'offline' | 'minimise' | 'expand' | 'close'>
  mark: DrawingFile | undefined
  hills: DrawingFile | undefined
  children: ReactNode
}

/** The chat panel's frame. Its buttons work before React has loaded (site/islands/chat.island.ts). */
function ChatFrame({ copy, mark, hills, children }: ChatFrameProps) {
  return (
    <section className="chat" id="agent" aria-label={copy.title} tabIndex={-1} hidden>
      <header className="chat-head">
        <Mark drawing={mark} />
        <h2>{copy.title}</h2>
        <p>
          <span className="chat-duty">{copy.badge}</span>
          <span>{copy.offline}</span>
        </p>
        <button type="button" className="chat-minimise" aria-label={copy.minimise} data-other={copy.expand}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="m5 9 7 7 7-7" />
          </svg>
        </button>
        <button type="button" className="chat-close" aria-label={copy.close}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="m5 5 14 14M19 5 5 19" />
          </svg>
        </button>
      </header>
      <div className="chat-body">{children}</div>
      {hills && (
        // Keep the drawing outside the part React hydrates. Otherwise, the island's code would need a copy of it.
        <svg className="visually-hidden" aria-hidden="true">
          <Drawing id="chat-hills" drawing={hills} />
        </svg>
      )}
    </section>
  )
}
