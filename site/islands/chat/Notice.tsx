import type { ChatAction, ChatPanelWords, ChatState, IncompleteReason } from './chat-state.ts'

type NoticeContent = {
  kind: IncompleteReason | 'cleared'
  text: string
  /** The visitor's options, by label. */
  actions: Readonly<Record<string, ChatAction>>
}

type NoticeProps = { words: ChatPanelWords; state: ChatState; onAction: (action: ChatAction) => void }

/** Explains why the last reply is incomplete, or says that the chat was cleared, and shows the visitor's options. */
export function Notice({ words, state, onAction }: NoticeProps) {
  const notice = noticeOf(state, words)
  if (!notice) return null
  return (
    <div className={`chat-turn chat-notice chat-${notice.kind}`} role="status">
      {notice.text && <p>{notice.text}</p>}
      {Object.entries(notice.actions).map(([label, action]) => (
        <button key={label} type="button" className="plain" onClick={() => onAction(action)}>
          {label}
        </button>
      ))}
    </div>
  )
}

export function noticeOf(state: ChatState, words: ChatPanelWords): NoticeContent | undefined {
  const { incompleteReason: kind, removed, phase } = state
  if (removed) {
    const actions: NoticeContent['actions'] = { [words.undo]: { type: 'restored', history: removed } }
    return { kind: 'cleared', text: words.startedOver, actions }
  }
  if (!kind || phase !== 'idle') return undefined
  const actions: Record<string, ChatAction> = {}
  const hasReply = state.messages.at(-1)?.role === 'assistant'
  if (kind !== 'apology') actions[hasReply ? words.goOn : words.tryAgain] = { type: 'continued' }
  const canLeaveMessage = kind !== 'stopped' && kind !== 'unsent' && !state.isLeavingMessage
  if (canLeaveMessage) actions[words.leave] = { type: 'leavingMessage', isLeavingMessage: true }
  // An apology already says that the chat failed, so it needs no text.
  const text = kind === 'apology' ? '' : (state.problem ?? words[kind])
  return { kind, text, actions }
}
