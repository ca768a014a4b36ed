import './ChatButton.css'

type ChatButtonProps = {
  label: string
  contact: string
  island: string
}

/** The round button at the foot of the page. Without JavaScript, or its code, it leads to the contact form. */
export function ChatButton({ label, contact, island }: ChatButtonProps) {
  return (
    <a className="agent" href={contact} data-island={island}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d="M1 3H23V18H10L5 22V18H1Z" />
      </svg>
      <span className="visually-hidden">{label}</span>
    </a>
  )
}
