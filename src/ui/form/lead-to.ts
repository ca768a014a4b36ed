/**
 * Leads to what a form has to say: the first wrong field with its complaint, else the message. Both are brought into view,
 * clear of what is fixed, as far as both fit: browsers scroll for the focus only where it is hidden, some where all of it is.
 */
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
