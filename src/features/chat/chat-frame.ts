/**
 * Opens, minimises and closes the panel. Plain code: it is there a good while before React is, and the first tap has to
 * open something that can be typed into.
 */
export type ChatFrameControl = {
  open: () => void
  close: () => void
}

/** A finger: the on-screen keyboard would cover what is to be read first. */
const isTouch = () => matchMedia('(pointer: coarse)').matches

export function controlChatFrame(frame: HTMLElement, button: HTMLElement): ChatFrameControl {
  const minimise = frame.querySelector<HTMLElement>('.chat-minimise')

  const setMinimised = (isMinimised: boolean) => {
    if (frame.classList.contains('minimised') === isMinimised) return
    frame.classList.toggle('minimised', isMinimised)
    // The label and the other one change places.
    const { ariaLabel, dataset } = minimise ?? button
    minimise?.setAttribute('aria-label', dataset['other'] ?? '')
    minimise?.setAttribute('data-other', ariaLabel ?? '')
  }
  const open = () => {
    frame.hidden = false
    button.hidden = true
    button.ariaExpanded = 'true'
    setMinimised(false)
    const field = frame.querySelector('textarea')
    if (isTouch() || !field || field.disabled) frame.focus()
    else field.focus()
  }
  const close = () => {
    frame.hidden = true
    button.hidden = false
    button.ariaExpanded = 'false'
    button.focus()
  }

  minimise?.addEventListener('click', () => setMinimised(!frame.classList.contains('minimised')))
  frame.querySelector('.chat-close')?.addEventListener('click', close)
  frame.addEventListener('keydown', (event) => {
    // An Escape within an input method ends only that.
    if (event.key === 'Escape' && !event.isComposing) close()
  })
  // A way out of the panel leads to the page, which must not stay covered.
  frame.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a[href^="#"], a[href^="/#"]')) setMinimised(true)
  })
  stepAside(frame, () => setMinimised(true))
  followKeyboard(frame)
  return { open, close }
}

/** Whatever gets the focus outside of the panel has to be seen (WCAG 2.2, 2.4.11). */
function stepAside(frame: HTMLElement, minimise: () => void): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || frame.hidden || frame.contains(target)) return
    const [panel, focused] = [frame.getBoundingClientRect(), target.getBoundingClientRect()]
    const isClear =
      focused.right <= panel.left ||
      focused.bottom <= panel.top ||
      focused.left >= panel.right ||
      focused.top >= panel.bottom
    if (!isClear) minimise()
  })
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
