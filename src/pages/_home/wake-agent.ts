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
  const talk = frame?.querySelector<HTMLElement>('.chat-talk')
  if (!(frame instanceof HTMLElement) || !talk) return
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
  const press = holdFirstPress(talk)
  // Of the code that the button names, this is the second.
  const [, address = ''] = (button.dataset['island'] ?? '').split(' ')
  import(/* @vite-ignore */ address).then(
    (code) => {
      code.wake(talk)
      press()
    },
    // The panel can't talk: its button is the plain link again, and what was typed stands where the link leads.
    () => {
      const isOpen = !frame.hidden
      const typed = talk.querySelector('textarea')
      const project = document.querySelector<HTMLTextAreaElement>('main textarea')
      if (typed && project) project.value ||= typed.value
      frame.remove()
      button.hidden = false
      const link = button.cloneNode(true)
      button.replaceWith(link)
      if (isOpen && link instanceof HTMLElement) link.click()
    },
  )
}

/** @returns presses what was pressed before the code behind it was there */
function holdFirstPress(talk: HTMLElement): () => void {
  let pressed: HTMLElement | null = null
  talk.onclick = (event) => {
    event.preventDefault()
    pressed = event.target instanceof Element ? event.target.closest('button') : null
  }
  talk.onkeydown = (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.target instanceof HTMLButtonElement)
      return
    event.preventDefault()
    pressed = talk.querySelector('[type=submit]')
  }
  return () => {
    talk.onclick = null
    talk.onkeydown = null
    pressed?.click()
  }
}
