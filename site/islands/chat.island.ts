import html from 'virtual:built/chat-panel'
import { controlChatFrame } from './chat/chat-frame.ts'
import styles from './chat/chat-panel.css?inline'

/** Shows the prerendered panel at once; React, ten times as large, loads meanwhile and then hydrates the talk. */
export function hydrate(button: HTMLElement): void {
  // Not by ui/adopt-styles.ts: what two islands share is a file of its own, and one more to wait for.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  button.insertAdjacentHTML('afterend', html)
  const frame = button.nextElementSibling
  const thread = frame?.querySelector<HTMLElement>('.chat-talk')
  if (!(frame instanceof HTMLElement) || !thread) return
  const open = controlChatFrame(frame, button)
  button.role = 'button'
  button.addEventListener('click', (event) => {
    event.preventDefault()
    open()
  })
  button.addEventListener('keydown', (event) => {
    if (event.key !== ' ') return
    event.preventDefault()
    open()
  })
  // The button names two modules; the second is the talk's. The page's script then holds presses until it is there.
  const [, address = ''] = (button.dataset['island'] ?? '').split(' ')
  thread.dataset['island'] = address
  thread.dispatchEvent(new Event('pointerover', { bubbles: true }))
  thread.addEventListener('keydown', (event) => {
    const { key, shiftKey, isComposing, target } = event
    if (!thread.dataset['island'] || key !== 'Enter' || shiftKey || isComposing || target instanceof HTMLButtonElement)
      return
    event.preventDefault()
    thread.querySelector<HTMLElement>('[type=submit]')?.click()
  })
  // The talk cannot load: the button is a plain link again, and the typed text moves to the contact form.
  import(/* @vite-ignore */ address).catch(() => {
    const isOpen = !frame.hidden
    const typed = thread.querySelector('textarea')
    const project = document.querySelector<HTMLTextAreaElement>('main textarea')
    if (typed && project) project.value ||= typed.value
    frame.remove()
    button.hidden = false
    const link = button.cloneNode(true)
    button.replaceWith(link)
    if (isOpen && link instanceof HTMLElement) link.click()
  })
}
