/** @returns the nearest element around an event's target that matches, itself included */
export function closestTo(target: EventTarget | null, selector: string): HTMLElement | null {
  return (target as Partial<HTMLElement> | null)?.closest?.<HTMLElement>(selector) ?? null
}
