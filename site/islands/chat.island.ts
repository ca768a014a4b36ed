import html from 'virtual:built/chat-panel'
import styles from './chat/chat-panel.css?inline'

/** Shows the prerendered panel immediately. React, which is ten times as large, hydrates the chat once it has loaded. */
export function hydrate(button: HTMLElement): void {
  // Don't use ui/adopt-styles.ts: a module shared by two islands becomes a separate file, and another request.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  document.adoptedStyleSheets.push(sheet)
  button.insertAdjacentHTML('afterend', html)
  const frame = button.nextElementSibling
  const chat = frame?.querySelector<HTMLElement>('.chat-body')
  if (!(frame instanceof HTMLElement) || !chat) return
  const open = controlChatFrame(frame, button)
  button.role = 'button'
  const openInstead = (event: Event) => {
    // If the chat couldn't load, the frame is gone and the button is a plain link again.
    if (!frame.isConnected) return
    event.preventDefault()
    open()
  }
  button.addEventListener('click', openInstead)
  button.addEventListener('keydown', (event) => {
    if (event.key === ' ') openInstead(event)
  })
  // The button's data-island has two URLs: this module's, and the module that hydrates the chat. Moving the second to the
  // chat lets the page's script (site/layouts/hydrate-on-interaction.ts) load it, and hold clicks until then.
  const chatModuleUrl = button.dataset['island']?.split(' ')[1] ?? ''
  chat.dataset['island'] = chatModuleUrl
  chat.dispatchEvent(new Event('pointerover', { bubbles: true }))
  // Before hydration, Enter clicks the Send button. The page's script holds that click and replays it later.
  chat.addEventListener('keydown', (event) => {
    const isHydrated = !chat.dataset['island']
    if (isHydrated || event.target instanceof HTMLButtonElement) return
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    chat.querySelector<HTMLElement>('[type=submit]')?.click()
  })
  // If the chat can't load, the draft moves to the contact form.
  import(/* @vite-ignore */ chatModuleUrl).catch(() => {
    const isOpen = !frame.hidden
    const draft = chat.querySelector('textarea')
    const project = document.querySelector<HTMLTextAreaElement>('main textarea')
    if (draft && project) project.value ||= draft.value
    frame.remove()
    button.hidden = false
    button.role = null
    if (isOpen) button.click()
  })
}

/** Makes the panel open, minimize, and close, even before React has loaded. @returns a function that opens it */
function controlChatFrame(frame: HTMLElement, button: HTMLElement): () => void {
  const find = (selector: string) => frame.querySelector<HTMLElement>(selector) ?? frame
  const minimise = find('.chat-minimise')

  /** Closes the consultation's form if it's open. @returns whether it was */
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
    // On touch screens, focus the frame: focusing the input would open the keyboard, which covers the messages.
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

/** When the focus moves to an element under the panel, minimizes the panel (WCAG 2.2, 2.4.11). */
function minimizeOverFocus(frame: HTMLElement, minimise: () => void): void {
  addEventListener('focusin', ({ target }) =>
    requestAnimationFrame(() => {
      // The click might have opened the panel, which moves the focus.
      if (!(target instanceof Element) || target !== document.activeElement || frame.contains(target)) return
      const { x, y, width, height } = target.getBoundingClientRect()
      if (frame.contains(document.elementFromPoint(x + width / 2, y + height / 2))) minimise()
    }),
  )
}

/** Maximum scale that isn't treated as zoom. Browsers can report slightly more than 1 without zoom. */
const maxScale = 1.05

/** Keeps the panel above a phone's on-screen keyboard. Doesn't move it while the visitor is zoomed in. */
function followKeyboard(frame: HTMLElement): void {
  const viewport = visualViewport
  if (!viewport) return
  const follow = () => {
    if (viewport.scale > maxScale) return
    frame.style.cssText = `--view-height: ${viewport.height}px; --view-top: ${viewport.offsetTop}px`
  }
  viewport.addEventListener('resize', follow)
  viewport.addEventListener('scroll', follow)
  follow()
}
