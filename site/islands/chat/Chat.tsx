import { type ComponentType, useRef } from 'react'
import type { ConsultationProps } from '../consultation/Consultation.tsx'
import { ChatInput } from './ChatInput.tsx'
import { ChatLog } from './ChatLog.tsx'
import type { ChatAction, ChatPanelWords, Message } from './chat-state.ts'
import { useChat, useFocusReturn } from './use-chat.ts'

type ChatProps = { words: ChatPanelWords; Consultation: ComponentType<ConsultationProps> }

export function Chat({ words, Consultation }: ChatProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, dispatch, requestReply, interrupt, draft, setDraft, filled } = useChat(field, words.limits.messages)
  const focusPanel = useFocusReturn(field, state)
  const { messages, info, phase, isOffered, incompleteReason } = state
  const send = (text: string, picked?: string) => {
    const message = { type: 'sent', text, at: Date.now() } as const
    requestReply(picked === undefined ? message : { ...message, picked })
  }
  const interruptWith = (action: ChatAction) => () => {
    focusPanel()
    interrupt(action)
  }

  return (
    <>
      <ChatLog
        words={words}
        state={state}
        onSend={send}
        onStartOver={interruptWith({ type: 'startedOver' })}
        onContinue={() => requestReply({ type: 'continued' })}
        onLeaveMessage={interruptWith({ type: 'offered', isOffered: true })}
        onUndo={(history) => interruptWith({ type: 'restored', history })()}
      >
        {messages.length > 0 && (
          <Consultation
            info={isOffered ? { ...info, requirements: typedText(messages, draft) } : info}
            transcript={messages}
            draft={draft}
            isOffered={isOffered}
            filled={filled}
            onDone={() => dispatch({ type: 'offered', isOffered: false })}
          />
        )}
      </ChatLog>
      <div className="chat-bar-place" />
      <ChatInput
        words={words}
        field={field}
        length={[...draft].length}
        isPending={phase !== 'idle'}
        isOffline={incompleteReason === 'offline'}
        onSend={send}
        onStop={interruptWith({ type: 'stopped' })}
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

/** Everything the visitor typed. */
function typedText(messages: readonly Message[], draft: string): string {
  const sent = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  return [...sent, draft].join('\n').trim()
}
