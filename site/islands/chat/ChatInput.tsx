import type { Ref } from 'react'
import { chatLimits } from '../../../platform/limits/limits.ts'
import { isBlank } from '../../../platform/text/plain-text.ts'
import type { ChatPanelWords } from './chat.state.ts'

type ChatInputProps = {
  words: Pick<ChatPanelWords, 'message' | 'placeholder' | 'send' | 'stop' | 'tooLong'>
  field: Ref<HTMLTextAreaElement>
  length: number
  isPending: boolean
  onSend: (text: string) => void
  onStop: () => void
  onType: (text: string) => void
}

const max = chatLimits.messageCharacters
const fewLeft = 200

/** Uncontrolled: what was typed before React was there stays. What is too long is told, neither cut nor sent. */
export function ChatInput({ words, field, length, isPending, onSend, onStop, onType }: ChatInputProps) {
  const isTooLong = length > max
  const submit = (event: React.SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = event.currentTarget.querySelector('textarea')
    if (!input || isPending) return
    onType(input.value)
    if ([...input.value].length > max || isBlank(input.value)) return
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
            // Enter that chooses a word of an input method sends nothing; Safari tells of it by the old key code alone.
            const isChoosing = event.nativeEvent.isComposing || Reflect.get(event, 'keyCode') === 229
            if (event.key !== 'Enter' || event.shiftKey || isChoosing) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </p>
      {isPending ? (
        <button type="button" className="button chat-stop" onClick={onStop}>
          {words.stop}
        </button>
      ) : (
        <button type="submit" className="button">
          {words.send}
        </button>
      )}
      {length > max - fewLeft && (
        <p className="chat-note" id="chat-length" role={isTooLong ? 'alert' : undefined}>
          {`${length} / ${max} ${isTooLong ? words.tooLong : ''}`}
        </p>
      )}
    </form>
  )
}
