import html from 'virtual:built/agent-panel'
import { controlChatFrame } from '../../features/chat/chat-frame.ts'
import styles from '../../features/chat/chat-panel.css?inline'

/**
 * Puts the panel beside its button as the build has rendered it: it can be opened and written in at once. React, ten times
 * as large, is under way at the same time, and takes the talk over when it is there.
 */
export function wake(button: HTMLElement): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  button.insertAdjacentHTML('afterend', html)
  const frame = button.nextElementSibling
  const talk = frame?.querySelector('.chat-talk')
  if (!(frame instanceof HTMLElement) || !talk) return
  const { open } = controlChatFrame(frame, button)
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
  const press = holdFirstPress(talk)
  // The button names all of the agent's code; this is the second of it.
  const [, address] = (button.dataset['island'] ?? '').split(' ')
  import(/* @vite-ignore */ `${address}`).then(
    (code) => {
      code.wake(talk)
      press()
    },
    // The panel can't talk: its button is the plain link again.
    () => {
      location.hash = 'contact'
      frame.remove()
      button.replaceWith(button.cloneNode(true))
    },
  )
}

/** @returns presses what was pressed before the code behind it was there */
function holdFirstPress(talk: Element): () => void {
  const held = new AbortController()
  const { signal } = held
  let pressed: HTMLElement | null = null
  const hold = (event: Event, target: HTMLElement | null) => {
    if (!target) return
    event.preventDefault()
    pressed = target
  }
  talk.addEventListener(
    'click',
    (event) => event.target instanceof Element && hold(event, event.target.closest('button')),
    { signal },
  )
  talk.addEventListener(
    'keydown',
    (event) => {
      const isSend = event instanceof KeyboardEvent && event.key === 'Enter' && !event.shiftKey && !event.isComposing
      if (isSend && event.target instanceof HTMLTextAreaElement) hold(event, talk.querySelector('[type=submit]'))
    },
    { signal },
  )
  return () => {
    held.abort()
    pressed?.click()
  }
}
