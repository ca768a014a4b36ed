import type { ChatState, Conversation } from './chat.state.ts'
import type { TalkWords } from './talk-words.ts'

export type ChatNoticeProps = {
  words: TalkWords
  state: ChatState
  onGoOn: () => void
  onLeave: () => void
  onUndo: (removed: Conversation) => void
}

/** What became of the last reply where it is not whole, or of the conversation, and what can be done about it. */
export function ChatNotice({ words, state, onGoOn, onLeave, onUndo }: ChatNoticeProps) {
  const { ending, removed, messages, phase, isLeaving, problem } = state
  const hasReply = messages.at(-1)?.role === 'assistant'
  const acts = []
  let said: string | undefined
  if (removed) {
    said = words.startedOver
    acts.push([words.undo, () => onUndo(removed)] as const)
  } else if (ending && phase === 'idle') {
    said = { stopped: words.stopped, broken: words.broken, refused: problem ?? words.refused, apology: '' }[ending]
    if (ending !== 'apology') acts.push([hasReply ? words.goOn : words.tryAgain, onGoOn] as const)
    if (ending !== 'stopped' && !isLeaving) acts.push([words.leave, onLeave] as const)
  }
  if (said === undefined) return null
  return (
    <p className="chat-note chat-turn" role="status">
      {said}{' '}
      {acts.map(([label, act]) => (
        <button key={label} type="button" className="chat-plain" onClick={act}>
          {label}
        </button>
      ))}
    </p>
  )
}
