import type { ChatState } from './chat.state.ts'
import type { TalkWords } from './talk-words.ts'

type ChatNoticeProps = {
  words: TalkWords
  state: ChatState
  onGoOn: () => void
  onLeave: () => void
  onUndo: () => void
}

/** What became of the last reply where it is not whole, and what can be done about it. */
export function ChatNotice({ words, state, onGoOn, onLeave, onUndo }: ChatNoticeProps) {
  const { ending, removed, messages, phase, isLeaving } = state
  if (removed) {
    return (
      <p className="chat-note" role="status">
        {words.startedOver}{' '}
        <button type="button" className="chat-plain" onClick={onUndo}>
          {words.undo}
        </button>
      </p>
    )
  }
  if (phase !== 'idle' || ending === undefined) return null
  const hasReply = messages.at(-1)?.role === 'assistant'
  const said = { stopped: words.stopped, broken: words.broken, refused: state.problem ?? words.refused, apology: '' }
  return (
    <p className="chat-note" role="status">
      {said[ending]}{' '}
      {ending !== 'apology' && (
        <button type="button" className="chat-plain" onClick={onGoOn}>
          {hasReply ? words.goOn : words.tryAgain}
        </button>
      )}{' '}
      {ending !== 'stopped' && !isLeaving && (
        <button type="button" className="chat-plain" onClick={onLeave}>
          {words.leave}
        </button>
      )}
    </p>
  )
}
