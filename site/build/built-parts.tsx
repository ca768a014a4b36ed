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

/** Texts and views for the islands, by the module's name after `virtual:built/` (site/build/built-parts.ts). */
export function builtParts() {
  const { chat, words: siteWords, home, drawings, newsletter, calls } = siteContent()
  const texts = siteWords.form
  const { success, next, unreachable } = newsletter.form
  const { send: _, ...contact } = home.contact.form
  const { address, subject, notProvided, notSpecified } = chat.consultation
  // The chat's frame contains the texts that are left out here.
  const { open, badge, offline, minimise, expand, close, call, ...widget } = chat.widget
  const { messages, messageCharacters } = chatLimits
  const words = { ...widget, call: calls && call, limits: { messages, messageCharacters } }
  const { noRequirements, problems, call: callInstead, ...consultation } = chat.consultation
  const chatHtml = renderToString(<Chat words={words} Consultation={() => null} />)
  // React hydrates only the chat inside the frame.
  const panelHtml = renderToString(
    <ChatFrame words={chat.widget} mark={drawings['mark']} hills={drawings['chat']}>
      {'{chat}'}
    </ChatFrame>,
  ).replace('{chat}', () => chatHtml)
  const consultationTexts = mapFields(consultationFields, (name) => texts.fields[name])
  return {
    'chat-panel': panelHtml,
    'chat-words': words,
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
  words: Pick<WidgetWords, 'title' | 'badge' | 'offline' | 'minimise' | 'expand' | 'close'>
  mark: DrawingFile | undefined
  hills: DrawingFile | undefined
  children: ReactNode
}

/** Works before React has loaded: site/islands/chat.island.ts opens, minimizes, and closes it. */
function ChatFrame({ words, mark, hills, children }: ChatFrameProps) {
  return (
    <section className="chat" id="agent" aria-label={words.title} tabIndex={-1} hidden>
      <header className="chat-head">
        <Mark drawing={mark} />
        <h2>{words.title}</h2>
        <p>
          <span className="chat-duty">{words.badge}</span>
          <span>{words.offline}</span>
        </p>
        <button type="button" className="chat-minimise" aria-label={words.minimise} data-other={words.expand}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="m5 9 7 7 7-7" />
          </svg>
        </button>
        <button type="button" className="chat-close" aria-label={words.close}>
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path d="m5 5 14 14M19 5 5 19" />
          </svg>
        </button>
      </header>
      <div className="chat-body">{children}</div>
      {hills && (
        // Outside of what React hydrates, so that its code doesn't contain the drawing again.
        <svg className="visually-hidden" aria-hidden="true">
          <Drawing id="chat-hills" drawing={hills} />
        </svg>
      )}
    </section>
  )
}
