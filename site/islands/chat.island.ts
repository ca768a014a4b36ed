import html from 'virtual:built/chat-panel'
import styles from './chat/chat-panel.css?inline'

/** Shows the prerendered panel at once; React, ten times as large, loads meanwhile and then hydrates the chat. */
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
  // The button names two modules; the second is the chat's. The page's script delays clicks until it is loaded.
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
  // If the chat can’t load, the button is a plain link again, and the typed text moves to the contact form.
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

/** A finger: the on-screen keyboard would cover what is to be read first. */
const isTouch = () => matchMedia('(pointer: coarse)').matches

/** Plain code: it is there a good while before React is. @returns opens the panel */
function controlChatFrame(frame: HTMLElement, button: HTMLElement): () => void {
  const part = (selector: string) => frame.querySelector<HTMLElement>(selector) ?? frame
  const minimise = part('.chat-minimise')

  const setMinimised = (isMinimised: boolean) => {
    if (frame.classList.contains('minimised') === isMinimised) return
    frame.classList.toggle('minimised')
    const { ariaLabel, dataset } = minimise
    minimise.ariaLabel = dataset['other'] ?? ''
    dataset['other'] = ariaLabel ?? ''
  }
  const setOpen = (isOpen: boolean) => {
    frame.hidden = !isOpen
    button.hidden = isOpen
    button.ariaExpanded = `${isOpen}`
    setMinimised(false)
    const place = isTouch() ? frame : part('.chat-input :enabled')
    if (isOpen) place.focus()
    else button.focus()
  }

  minimise.addEventListener('click', () => setMinimised(!frame.classList.contains('minimised')))
  part('.chat-close').addEventListener('click', () => setOpen(false))
  frame.addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Escape' && !isComposing) setOpen(false)
  })
  frame.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[href*="#"]')) setMinimised(true)
  })
  stepAside(frame, () => setMinimised(true))
  followKeyboard(frame)
  return () => setOpen(true)
}

/** Whatever gets the focus outside of the panel has to be seen (WCAG 2.2, 2.4.11), once the page has scrolled to it. */
function stepAside(frame: HTMLElement, minimise: () => void): void {
  document.addEventListener('focusin', ({ target }) =>
    requestAnimationFrame(() => {
      // The focus has gone on where the press has opened the panel.
      if (!(target instanceof Element) || target !== document.activeElement || frame.contains(target)) return
      const { x, y, width, height } = target.getBoundingClientRect()
      if (frame.contains(document.elementFromPoint(x + width / 2, y + height / 2))) minimise()
    }),
  )
}

/** On a phone the sheet fills what the on-screen keyboard leaves of the screen. */
function followKeyboard(frame: HTMLElement): void {
  const view = window.visualViewport
  if (!view) return
  const follow = () => {
    // Zoomed in by two fingers the visitor looks at a part of the sheet, which then stays as it is.
    if (view.scale > 1.05) return
    frame.style.setProperty('--view-height', `${view.height}px`)
    frame.style.setProperty('--view-top', `${view.offsetTop}px`)
  }
  view.addEventListener('resize', follow)
  view.addEventListener('scroll', follow)
  follow()
}
