import type { Ref } from 'react'
import type { ChatPanelWords } from './chat-state.ts'

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

/** The field is uncontrolled, to keep text typed before hydration. Text that's too long is neither truncated nor sent. */
export function ChatInput({ words, field, length, isPending, isOffline, onSend, onStop, onType }: ChatInputProps) {
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
            // Enter that accepts an IME suggestion must not send. Safari reports it only through the legacy key code.
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
