import type { ChatHistory, ChatPanelWords, ChatState, IncompleteReason } from './chat-state.ts'

export type NoticeProps = {
  words: ChatPanelWords
  state: ChatState
  onContinue: () => void
  onLeaveMessage: () => void
  onUndo: (removed: ChatHistory) => void
}

type NoticeAction = { label: string; run: () => void }

/** Why the last reply is incomplete, or that the chat was cleared, with the visitor's options. */
export function Notice(props: NoticeProps) {
  const { words, state, onUndo } = props
  const { incompleteReason, removed, phase } = state
  if (removed) {
    const undo = { label: words.undo, run: () => onUndo(removed) }
    return <NoticeView reason={incompleteReason} text={words.startedOver} actions={[undo]} />
  }
  if (incompleteReason === undefined || phase !== 'idle') return null
  const { stopped, broken, unsent } = words
  const texts = { stopped, broken, offline: unsent, refused: state.problem ?? words.refused, apology: '' }
  return (
    <NoticeView
      reason={incompleteReason}
      text={texts[incompleteReason]}
      actions={actionsFor(incompleteReason, props)}
    />
  )
}

function actionsFor(reason: IncompleteReason, { words, state, onContinue, onLeaveMessage }: NoticeProps) {
  const actions: NoticeAction[] = []
  const hasReply = state.messages.at(-1)?.role === 'assistant'
  if (reason !== 'apology') actions.push({ label: hasReply ? words.goOn : words.tryAgain, run: onContinue })
  const canLeaveMessage = reason !== 'stopped' && reason !== 'offline' && !state.isOffered
  if (canLeaveMessage) actions.push({ label: words.leave, run: onLeaveMessage })
  return actions
}

type NoticeViewProps = { reason: IncompleteReason | undefined; text: string; actions: readonly NoticeAction[] }

function NoticeView({ reason, text, actions }: NoticeViewProps) {
  return (
    <div className={`chat-turn chat-notice chat-${reason}`} role="status">
      {text && <p>{text}</p>}
      {actions.map(({ label, run }) => (
        <button key={label} type="button" className="plain" onClick={run}>
          {label}
        </button>
      ))}
    </div>
  )
}
