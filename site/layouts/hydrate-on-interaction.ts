const timeoutMs = 3000

/** The islands whose code is under way, each with what was first pressed in it before that was there. */
const pending = new WeakMap<HTMLElement, HTMLElement | null>()

/**
 * Hydrates an island at the first pointer or focus in it. `data-island` has the addresses of its code and of what that
 * imports, until it is hydrated; a press before then is repeated, or done as plain HTML where the code does not come.
 * `data-draft` is a key of the session storage: if it has something to restore, the island hydrates at once.
 * To be called before the page is there: everything is heard at its root.
 */
export function hydrateOnInteraction(): void {
  for (const type of ['focusin', 'pointerover']) addEventListener(type, ({ target }) => hydrate(islandAround(target)))
  addEventListener('click', hold, true)
  addEventListener('input', ({ target }) => keepTyped(target))
  addEventListener('DOMContentLoaded', () => {
    for (const island of document.querySelectorAll<HTMLElement>('[data-draft]')) hydrateForTyped(island)
  })
}

const islandAround = (target: EventTarget | null) => closestTo(target, '[data-island]')

function hydrate(island: HTMLElement | null): void {
  if (!island || pending.has(island)) return
  pending.set(island, null)
  load(island.dataset['island'] ?? '').then(
    (code) => press(island, code.hydrate),
    // The plain HTML stays, and works; the next touch tries again.
    () => {
      pressPlainly(island)
      pending.delete(island)
    },
  )
}

function hold(event: Event): void {
  const island = islandAround(event.target)
  const pressed = closestTo(event.target, 'a,button')
  if (!island || !pressed) return
  event.preventDefault()
  hydrate(island)
  if (pending.get(island)) return
  pending.set(island, pressed)
  pressed.ariaBusy = 'true'
  setTimeout(pressPlainly, timeoutMs, island)
}

/** Ends the waiting. @param prepare what is done before the press */
function press(island: HTMLElement, prepare?: (island: HTMLElement) => void): void {
  const pressed = pending.get(island)
  pending.set(island, null)
  if (pressed) pressed.ariaBusy = null
  prepare?.(island)
  delete island.dataset['island']
  pressed?.click()
}

/** A button without an address or action keeps waiting. */
function pressPlainly(island: HTMLElement): void {
  if (!pending.get(island)?.closest('[href],[action]')) return
  const { island: addresses } = island.dataset
  press(island)
  island.dataset['island'] = addresses
}

async function load(addresses: string): Promise<{ hydrate: (island: HTMLElement) => void }> {
  // `npm run dev` serves React's modules only to pages that have made ready for their live updates.
  if (import.meta.env.DEV) await import(`/${'@id/astro:scripts/before-hydration.js'}`)
  const all = addresses.split(' ').map((each) => import(each))
  // Those that the first one imports fail with it.
  void Promise.allSettled(all)
  return all[0]
}

/** One field by its name, into the `values` kept before. Some browsers keep no storage. */
function keepTyped(field: EventTarget | null): void {
  const key = islandAround(field)?.dataset['draft']
  // What is typed in has both.
  const { name, value } = field as HTMLInputElement
  if (!key) return
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    sessionStorage.setItem(key, JSON.stringify({ ...kept, values: { ...kept.values, [name]: value } }))
  } catch {
    return
  }
}

function hydrateForTyped(island: HTMLElement): void {
  try {
    if (sessionStorage.getItem(island.dataset['draft'] ?? '')) hydrate(island)
  } catch {
    return
  }
}

export function closestTo(target: EventTarget | null, selector: string): HTMLElement | null {
  return (target as Partial<HTMLElement> | null)?.closest?.<HTMLElement>(selector) ?? null
}
