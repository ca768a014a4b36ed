import type { RefObject } from 'react'
import type { ChatPanelWords, ChatState } from './chat-state.ts'

const imeKeyCode = 229
/** Remaining characters at which the character count appears. */
const countdownCharacters = 200

type ChatInputProps = {
  words: Pick<ChatPanelWords, 'message' | 'placeholder' | 'send' | 'stop' | 'tooLong' | 'limits'>
  field: RefObject<HTMLTextAreaElement | null>
  draft: string
  state: ChatState
  onSend: (text: string) => void
  onStop: () => void
  onType: (text: string) => void
}

/** The field is uncontrolled, to keep text typed before hydration. Text that's too long is neither truncated nor sent. */
export function ChatInput({ words, field, draft, state, onSend, onStop, onType }: ChatInputProps) {
  const maxCharacters = words.limits.messageCharacters
  const { length } = [...draft]
  const isTooLong = length > maxCharacters
  const isPending = state.phase !== 'idle'
  const isOffline = state.incompleteReason === 'unsent'
  const submit = (event: React.SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = field.current?.value ?? ''
    // Update the draft, which can be outdated: text typed before hydration doesn't trigger onInput.
    onType(text)
    if (isPending || isOffline || [...text].length > maxCharacters) return
    onSend(text.trim())
    event.currentTarget.reset()
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
            // Don't send when Enter only confirms an IME suggestion, which Safari reports only as the legacy key code 229.
            const isComposing = event.nativeEvent.isComposing || Reflect.get(event, 'keyCode') === imeKeyCode
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
      {length > maxCharacters - countdownCharacters && (
        <p id="chat-length" role={isTooLong ? 'alert' : undefined}>
          {`${length} / ${maxCharacters} ${isTooLong ? words.tooLong : ''}`}
        </p>
      )}
    </form>
  )
}
