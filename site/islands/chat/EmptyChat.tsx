import type { ChatPanelWords } from './chat-state.ts'

type EmptyChatProps = { words: ChatPanelWords; onSend: (text: string) => void }

/** A welcome before the first message: suggested questions and, if the studio offers calls, a link to book one. */
export function EmptyChat({ words, onSend }: EmptyChatProps) {
  return (
    <>
      <h3>{words.empty}</h3>
      <p className="second">{words.isAi}</p>
      <ul className="chat-first ruled">
        {words.suggestions.map((text) => (
          <li key={text}>
            <button type="button" onClick={() => onSend(text)}>
              {text}
            </button>
          </li>
        ))}
        {words.call && (
          <li>
            <a href="/call">{words.call}</a>
          </li>
        )}
      </ul>
      <svg className="chat-hills" aria-hidden="true">
        <use href="#chat-hills" />
      </svg>
    </>
  )
}
