import { type ComponentType, useRef } from 'react'
import type { ConsultationProps } from '../consultation/Consultation.tsx'
import { ChatInput } from './ChatInput.tsx'
import { ChatLog } from './ChatLog.tsx'
import type { ChatAction, ChatPanelWords, Message } from './chat-state.ts'
import { useChat, useFocusReturn } from './use-chat.ts'

type ChatProps = { words: ChatPanelWords; Consultation: ComponentType<ConsultationProps> }

export function Chat({ words, Consultation }: ChatProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, dispatch, act, draft, setDraft, setFilled } = useChat(field, words.limits.messages)
  const focusPanel = useFocusReturn(field, state)
  const { messages, info, isLeavingMessage } = state
  const send = (text: string, picked?: string) => act({ type: 'sent', text, picked, at: Date.now() })
  /** Handles a click on a button that then disappears, so it focuses the panel first. */
  const actOnClick = (action: ChatAction) => {
    focusPanel()
    act(action)
  }

  return (
    <>
      <ChatLog words={words} state={state} onSend={send} onAction={actOnClick}>
        {messages.length > 0 && (
          <Consultation
            info={isLeavingMessage ? { ...info, requirements: typedText(messages, draft) } : info}
            transcript={messages}
            draft={draft}
            isLeavingMessage={isLeavingMessage}
            onFilledChange={setFilled}
            onDone={() => dispatch({ type: 'leavingMessage', isLeavingMessage: false })}
          />
        )}
      </ChatLog>
      <div className="chat-bar-place" />
      <ChatInput
        words={words}
        field={field}
        draft={draft}
        state={state}
        onSend={send}
        onStop={() => actOnClick({ type: 'stopped' })}
        onType={setDraft}
      />
      <p className="chat-foot">
        <span>{words.footer}</span>
        <a className="link" href={`mailto:${words.email}`}>
          {words.human}
        </a>
      </p>
    </>
  )
}

/** Everything the visitor typed, sent or not. */
function typedText(messages: readonly Message[], draft: string): string {
  const sent = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  return [...sent, draft].join('\n').trim()
}
