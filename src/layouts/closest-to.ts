export function closestTo(target: EventTarget | null, selector: string): HTMLElement | null {
  return (target as Partial<HTMLElement> | null)?.closest?.<HTMLElement>(selector) ?? null
}
