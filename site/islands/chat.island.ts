import html from 'virtual:built/chat-panel'
import styles from './chat/chat-panel.css?inline'

/** Shows the prerendered panel immediately. React, which is ten times as large, hydrates the chat once it has loaded. */
export function hydrate(button: HTMLElement): void {
  // Doesn't use ui/adopt-styles.ts: a module shared by two islands becomes one more file to wait for.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  button.insertAdjacentHTML('afterend', html)
  const frame = button.nextElementSibling
  const chat = frame?.querySelector<HTMLElement>('.chat-body')
  if (!(frame instanceof HTMLElement) || !chat) return
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
  // The button names two modules; the second hydrates the chat. Until it has loaded, the page's script holds clicks.
  const [, chatModuleUrl = ''] = (button.dataset['island'] ?? '').split(' ')
  chat.dataset['island'] = chatModuleUrl
  chat.dispatchEvent(new Event('pointerover', { bubbles: true }))
  chat.addEventListener('keydown', (event) => {
    const isHydrated = !chat.dataset['island']
    if (isHydrated || event.target instanceof HTMLButtonElement) return
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    chat.querySelector<HTMLElement>('[type=submit]')?.click()
  })
  // If the chat can't load, the button becomes a plain link again, and the draft moves to the contact form.
  import(/* @vite-ignore */ chatModuleUrl).catch(() => {
    const isOpen = !frame.hidden
    const draft = chat.querySelector('textarea')
    const project = document.querySelector<HTMLTextAreaElement>('main textarea')
    if (draft && project) project.value ||= draft.value
    frame.remove()
    button.hidden = false
    button.role = null
    const link = button.cloneNode(true)
    button.replaceWith(link)
    if (isOpen && link instanceof HTMLElement) link.click()
  })
}

/** Lets visitors open, minimize, and close the panel even before React has loaded. @returns a function that opens it */
function controlChatFrame(frame: HTMLElement, button: HTMLElement): () => void {
  const find = (selector: string) => frame.querySelector<HTMLElement>(selector) ?? frame
  const minimise = find('.chat-minimise')

  /** Closes the request's form. @returns whether it was open */
  const closeSheet = () => {
    const sheet = frame.querySelector('dialog')
    sheet?.close()
    return sheet !== null
  }
  const setMinimised = (isMinimised: boolean) => {
    closeSheet()
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
    // The on-screen keyboard would cover the messages.
    const openTarget = matchMedia('(pointer: coarse)').matches ? frame : find('.chat-input :enabled')
    const focusTarget = isOpen ? openTarget : button
    focusTarget.focus()
  }

  minimise.addEventListener('click', () => setMinimised(!frame.classList.contains('minimised')))
  find('.chat-close').addEventListener('click', () => setOpen(false))
  frame.addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Escape' && !isComposing && !closeSheet()) setOpen(false)
  })
  frame.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[href*="#"]')) setMinimised(true)
  })
  minimizeOverFocus(frame, () => setMinimised(true))
  followKeyboard(frame)
  return () => setOpen(true)
}

/** Minimizes the panel if it covers the focused element (WCAG 2.2, 2.4.11), once the page has scrolled to it. */
function minimizeOverFocus(frame: HTMLElement, minimise: () => void): void {
  addEventListener('focusin', ({ target }) =>
    requestAnimationFrame(() => {
      // If the click opened the panel, the focus is already elsewhere.
      if (!(target instanceof Element) || target !== document.activeElement || frame.contains(target)) return
      const { x, y, width, height } = target.getBoundingClientRect()
      if (frame.contains(document.elementFromPoint(x + width / 2, y + height / 2))) minimise()
    }),
  )
}

/** Keeps the panel above a phone's on-screen keyboard. */
function followKeyboard(frame: HTMLElement): void {
  const viewport = visualViewport
  if (!viewport) return
  const follow = () => {
    // Don't move the panel while the visitor is zoomed in.
    if (viewport.scale > 1.05) return
    frame.style.cssText = `--view-height: ${viewport.height}px; --view-top: ${viewport.offsetTop}px`
  }
  viewport.addEventListener('resize', follow)
  viewport.addEventListener('scroll', follow)
  follow()
}
