import {
  type ComponentType,
  type Ref,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import type { ConsultationProps } from '../consultation/Consultation.tsx'
import { ChatLog } from './ChatLog.tsx'
import {
  type ChatAction,
  type ChatPanelWords,
  type ChatState,
  emptyChat,
  nextChatState,
  restoreChat,
  revealNext,
  storeChat,
  streamReply,
} from './chat-state.ts'

type ChatProps = { words: ChatPanelWords; Consultation: ComponentType<ConsultationProps> }

export function Chat({ words, Consultation }: ChatProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { state, dispatch, requestReply, interrupt, draft, setDraft, filled } = useChat(field, words.limits.messages)
  const focusPanel = useFocusReturn(field, state)
  const { messages, info, phase, isOffered, incompleteReason } = state
  const send = (text: string, picked?: string) => {
    requestReply({ type: 'sent', text, at: Date.now(), ...(picked && { picked }) })
  }
  const interruptWith = (action: ChatAction) => () => {
    focusPanel()
    interrupt(action)
  }

  const visitorTexts = messages.flatMap(({ role, content }) => (role === 'user' ? content : []))
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
            info={isOffered ? { ...info, requirements: [...visitorTexts, draft].join('\n').trim() } : info}
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

function useChat(field: RefObject<HTMLTextAreaElement | null>, maxSent: number) {
  const [state, dispatch] = useReducer(nextChatState, emptyChat)
  const [draft, setDraft] = useState('')
  const connection = useRef<AbortController>(undefined)
  /** Names of the filled fields in the request's form. */
  const filled = useRef<readonly string[]>([])
  const { phase, messages, info, incompleteReason } = state

  useLayoutEffect(() => {
    const stored = restoreChat()
    dispatch({ type: 'restored', history: stored.history })
    const input = field.current
    if (!input) return
    input.value ||= stored.draft
    setDraft(input.value)
  }, [field])

  // biome-ignore lint/correctness/useExhaustiveDependencies: how much of a reply is visible isn't stored
  useEffect(() => {
    if (state !== emptyChat) storeChat(state, draft)
  }, [messages, info, incompleteReason, phase, draft])

  useAutoHeight(field, draft)
  useReveal(state, dispatch)

  const requestReply = async (action: ChatAction) => {
    const nextState = nextChatState(state, action)
    if (nextState === state) return
    dispatch(action)
    const controller = new AbortController()
    const { signal } = controller
    connection.current = controller
    // Ignore what arrives after 'Stop'.
    const apply = (action: ChatAction) => {
      if (!signal.aborted) dispatch(action)
    }
    try {
      const sent = nextState.messages.slice(-maxSent)
      // Includes details found only by a model. The server's rules wouldn't find them again.
      const known = Object.entries(nextState.info).flatMap(([name, value]) => (value ? name : []))
      const chat = { filled: [...new Set([...filled.current, ...known])], messages: sent }
      for await (const action of streamReply(chat, signal)) apply(action)
    } catch {
      // `closed` shows it: the reply is incomplete, so the connection broke.
    }
    apply({ type: 'closed', isOffline: !navigator.onLine })
    // A silent connection might still be open.
    controller.abort()
  }
  const interrupt = (action: ChatAction) => {
    connection.current?.abort()
    dispatch(action)
  }
  return { state, dispatch, requestReply, interrupt, draft, setDraft, filled }
}

function useAutoHeight(field: RefObject<HTMLTextAreaElement | null>, draft: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field grows with its text
  useLayoutEffect(() => {
    const input = field.current
    if (!input) return
    input.style.height = '0'
    input.style.height = `${input.scrollHeight + 2}px`
  }, [draft])
}

function useReveal({ phase, messages, shownLength }: ChatState, dispatch: (action: ChatAction) => void): void {
  useEffect(() => {
    if (phase !== 'streaming') return
    const text = messages.at(-1)?.content ?? ''
    const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    const frame = requestAnimationFrame(() =>
      dispatch({ type: 'shown', length: isMotionReduced ? text.length : revealNext(text, shownLength) }),
    )
    return () => cancelAnimationFrame(frame)
  }, [phase, messages, shownLength, dispatch])
}

/** A disabled field loses the focus. The panel takes it until then, so Escape and Tab work, and returns it. */
function useFocusReturn(field: RefObject<HTMLTextAreaElement | null>, { phase, messages }: ChatState): () => void {
  const isPending = phase !== 'idle'
  const isEmpty = messages.length === 0
  const focusPanel = () => field.current?.closest('section')?.focus({ preventScroll: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field and buttons change at these moments
  useLayoutEffect(() => {
    const { activeElement } = document
    if (isPending) {
      if (activeElement === document.body || activeElement === field.current) focusPanel()
    } else if (activeElement === field.current?.closest('section') && !matchMedia('(pointer: coarse)').matches) {
      field.current?.focus({ preventScroll: true })
    }
  }, [isPending, isEmpty])
  return focusPanel
}

type ChatInputProps = {
  words: Pick<ChatPanelWords, 'message' | 'placeholder' | 'send' | 'stop' | 'tooLong' | 'limits'>
  field: Ref<HTMLTextAreaElement>
  length: number
  isPending: boolean
  isOffline: boolean
  onSend: (text: string) => void
  onStop: () => void
  onType: (text: string) => void
}

/** Uncontrolled, to keep what was typed before hydration. Text that is too long is neither truncated nor sent. */
function ChatInput({ words, field, length, isPending, isOffline, onSend, onStop, onType }: ChatInputProps) {
  const maxCharacters = words.limits.messageCharacters
  const isTooLong = length > maxCharacters
  const submit = (event: React.SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = event.currentTarget.querySelector('textarea')
    if (!input || isPending || isOffline) return
    onType(input.value)
    if ([...input.value].length > maxCharacters) return
    onSend(input.value.trim())
    input.value = ''
    onType('')
  }
  return (
    <form className="chat-input" action="/api/chat" onSubmit={submit}>
      <p className="field">
        <textarea
          ref={field}
          rows={1}
          aria-label={words.message}
          placeholder={words.placeholder}
          enterKeyHint="send"
          disabled={isPending}
          aria-invalid={isTooLong || undefined}
          aria-describedby={isTooLong ? 'chat-length' : undefined}
          onInput={(event) => onType(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter that accepts an IME suggestion sends nothing; Safari reports it only by the legacy key code.
            const isComposing = event.nativeEvent.isComposing || Reflect.get(event, 'keyCode') === 229
            if (event.key !== 'Enter' || event.shiftKey || isComposing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </p>
      {isPending ? (
        <button type="button" className="button button-plain" onClick={onStop}>
          {words.stop}
        </button>
      ) : (
        <button type="submit" className="button" disabled={isOffline}>
          {words.send}
        </button>
      )}
      {length > maxCharacters - 200 && (
        <p id="chat-length" role={isTooLong ? 'alert' : undefined}>
          {`${length} / ${maxCharacters} ${isTooLong ? words.tooLong : ''}`}
        </p>
      )}
    </form>
  )
}
