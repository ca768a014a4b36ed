import { type ComponentType, type RefObject, useLayoutEffect, useRef } from 'react'
import type { ConsultationPlace } from '../consultation/ConsultationPanel.tsx'
import { ChatInput } from './ChatInput.tsx'
import { ChatLog } from './ChatLog.tsx'
import type { ChatAction, ChatPanelWords, ChatState } from './chat.state.ts'
import { useChat } from './use-chat.ts'

type ChatProps = { words: ChatPanelWords; Consultation: ComponentType<ConsultationPlace> }

export function Chat({ words, Consultation }: ChatProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, dispatch, ask, end, draft, setDraft } = useChat(field)
  const holdFocus = useKeptFocus(field, state)
  const { messages, info, phase, isOffered } = state
  const send = (text: string) => ask({ type: 'sent', text, at: Date.now() })
  const endBy = (action: ChatAction) => () => {
    holdFocus()
    end(action)
  }

  const typed = messages.flatMap(({ role, content }) => (role === 'user' ? content : []))
  return (
    <>
      <ChatLog
        words={words}
        state={state}
        onSend={send}
        onGoOn={() => ask({ type: 'wentOn' })}
        onOffer={endBy({ type: 'offered', isOffered: true })}
        onUndo={(history) => endBy({ type: 'restored', history })()}
      />
      {(messages.length > 0 || draft !== '') && (
        <Consultation
          info={isOffered ? { ...info, requirements: [...typed, draft].join('\n').trim() } : info}
          transcript={messages}
          draft={draft}
          isOffered={isOffered}
          onDone={() => dispatch({ type: 'offered', isOffered: false })}
        />
      )}
      <ChatInput
        words={words}
        field={field}
        length={[...draft].length}
        isPending={phase !== 'idle'}
        onSend={send}
        onStop={endBy({ type: 'stopped' })}
        onType={setDraft}
      />
      <p className="chat-note chat-foot">
        <span>{words.footer}</span>
        {messages.length > 0 && (
          <button type="button" className="chat-plain" onClick={endBy({ type: 'startedOver' })}>
            {words.startOver}
          </button>
        )}
      </p>
    </>
  )
}

/** A field that is disabled loses the focus: the panel holds it, so that Escape and Tab work, and gives it back afterwards. */
function useKeptFocus(field: RefObject<HTMLTextAreaElement | null>, { phase, messages }: ChatState): () => void {
  const isPending = phase !== 'idle'
  const isEmpty = messages.length === 0
  const hold = () => field.current?.closest('section')?.focus({ preventScroll: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the moments at which the field and buttons come and go
  useLayoutEffect(() => {
    const { activeElement } = document
    if (isPending) {
      if (activeElement === document.body || activeElement === field.current) hold()
    } else if (activeElement === field.current?.closest('section') && !matchMedia('(pointer: coarse)').matches) {
      field.current?.focus({ preventScroll: true })
    }
  }, [isPending, isEmpty])
  return hold
}
