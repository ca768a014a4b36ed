import { renderToString } from 'react-dom/server'
import { type SiteContent, siteContent } from '../../platform/content/site-content.ts'
import { mapFields } from '../../platform/fields.ts'
import { chatLimits } from '../../platform/limits/limits.ts'
import { consultationFields } from '../../server/leads/fields.ts'
import { Chat } from '../islands/chat/Chat.tsx'
import { ChatFrame } from '../islands/chat/ChatFrame.tsx'
import type { ChatPanelWords } from '../islands/chat/chat-state.ts'

/** Copy and HTML for the islands, by the module's name after `virtual:built/` (site/build/island-data-plugin.ts). */
export function islandData() {
  const content = siteContent()
  return {
    'chat-panel': renderPanel(content),
    'chat-words': chatWords(content),
    'consultation-words': consultationWords(content),
    'form-words': formWords(content),
  }
}

/** The place of the chat in its frame's HTML. */
const chatSlot = '{chat}'

/** Renders the chat separately and puts it into its frame. React hydrates the chat as a root of its own. */
function renderPanel(content: SiteContent): string {
  const { chat, drawings } = content
  const frameHtml = renderToString(
    <ChatFrame copy={chat.widget} mark={drawings['mark']} hills={drawings['chat']}>
      {chatSlot}
    </ChatFrame>,
  )
  const chatHtml = renderToString(<Chat words={chatWords(content)} Consultation={() => null} />)
  // The function inserts the HTML unchanged. A string's `$` would have a special meaning.
  return frameHtml.replace(chatSlot, () => chatHtml)
}

/** The frame's strings are in its HTML, so the chat's code doesn't need them. */
function chatWords({ chat, calls }: SiteContent): ChatPanelWords {
  const { messages, messageCharacters } = chatLimits
  return {
    ...omit(chat.widget, ['open', 'badge', 'offline', 'minimise', 'expand', 'close', 'call']),
    call: calls && chat.widget.call,
    limits: { messages, messageCharacters },
  }
}

/** Only the server uses `noRequirements` and `problems`. `call` gets its link here. */
function consultationWords({ chat, words, calls }: SiteContent) {
  const texts = words.form
  return {
    ...omit(chat.consultation, ['noRequirements', 'problems', 'call']),
    call: calls && { link: calls.link, instead: chat.consultation.call },
    texts: { ...texts, fields: mapFields(consultationFields, (name) => texts.fields[name]) },
  }
}

/** The label of the contact form's button is in the page. */
function formWords({ chat, words, home, newsletter, calls }: SiteContent) {
  const { address, subject, notProvided, notSpecified } = chat.consultation
  const { success, next, unreachable } = newsletter.form
  const contact = omit(home.contact.form, ['send'])
  return {
    texts: words.form,
    forms: {
      contact: { ...contact, draft: { address, subject, notProvided, notSpecified } },
      newsletter: { success: `${success} ${next}`, unreachable },
      call: { unreachable: calls?.form.unreachable ?? '' },
    },
  }
}

function omit<T extends object, Key extends keyof T & string>(object: T, keys: readonly Key[]): Omit<T, Key> {
  const omitted: readonly string[] = keys
  return Object.fromEntries(Object.entries(object).filter(([key]) => !omitted.includes(key))) as Omit<T, Key>
}
