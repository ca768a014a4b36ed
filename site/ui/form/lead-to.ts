/** The first wrong field, else the message; scrolled by hand, as focus() only scrolls what is hidden. */
export function leadTo(frame: HTMLElement): void {
  const said = '[role=alert]:not(:empty), [role=status]'
  const message = frame.matches(said) ? frame : frame.querySelector<HTMLElement>(said)
  const field = frame.querySelector<HTMLElement>('[aria-invalid]')
  const block = 'nearest'
  message?.scrollIntoView({ block })
  field?.closest('.field')?.scrollIntoView({ block })
  const place = field ?? message
  if (place === message && place) place.tabIndex = -1
  place?.focus({ preventScroll: true })
}
