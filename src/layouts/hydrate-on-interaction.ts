import { closestTo } from './closest-to.ts'

/** How long a press waits for the code before it does what it does without. */
const timeoutMs = 3000

/** The islands whose code is under way, each with what was first pressed in it before that was there. */
const held = new WeakMap<HTMLElement, HTMLElement | null>()

/**
 * Hydrates islands when somebody reaches for them: a pointer over one (a finger, too), the focus in it. Until then
 * an island is the plain HTML that the build made, and none of its code is loaded.
 *
 * `data-island` is the address of its code, and after it the addresses of what that imports, all asked for at once. It goes
 * when the island is hydrated. No press is lost before: the link or button shows it at once as `aria-busy`, and is pressed
 * again when the code is there. Where that does not come, the link leads where it leads, and the form is posted as it is.
 *
 * `data-draft`, on one island of a page, is a key of the tab's session storage: while
 * that holds something to restore, nobody has to touch first. What is typed before the code is there is kept under it.
 *
 * To be called before the page is there: everything is heard at its root.
 */
export function hydrateOnInteraction(): void {
  for (const type of ['focusin', 'pointerover']) addEventListener(type, ({ target }) => hydrate(islandAround(target)))
  addEventListener('click', hold, true)
  addEventListener('input', ({ target }) => keepTyped(target))
  addEventListener('DOMContentLoaded', () => hydrateForTyped(document.querySelector('[data-draft]')))
}

/** One that is not hydrated. */
const islandAround = (target: EventTarget | null) => closestTo(target, '[data-island]')

function hydrate(island: HTMLElement | null): void {
  if (!island || held.has(island)) return
  held.set(island, null)
  load(island.dataset['island'] ?? '').then(
    (code) => press(island, code.hydrate),
    // The plain HTML stays, and works; the next touch tries again.
    () => {
      pressPlainly(island)
      held.delete(island)
    },
  )
}

function hold(event: Event): void {
  const island = islandAround(event.target)
  const pressed = closestTo(event.target, 'a,button')
  if (!island || !pressed) return
  event.preventDefault()
  hydrate(island)
  if (held.get(island)) return
  held.set(island, pressed)
  pressed.setAttribute('aria-busy', 'true')
  setTimeout(pressPlainly, timeoutMs, island)
}

/** Ends the waiting. @param prepare what is done before the press */
function press(island: HTMLElement, prepare?: (island: HTMLElement) => void): void {
  const pressed = held.get(island)
  held.set(island, null)
  pressed?.removeAttribute('aria-busy')
  prepare?.(island)
  delete island.dataset['island']
  pressed?.click()
}

/** What leads nowhere by itself waits on. */
function pressPlainly(island: HTMLElement): void {
  if (!held.get(island)?.closest('[href],[action]')) return
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
  if (!key || !(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    sessionStorage.setItem(key, JSON.stringify({ ...kept, values: { ...kept.values, [field.name]: field.value } }))
  } catch {
    return
  }
}

function hydrateForTyped(island: HTMLElement | null): void {
  try {
    if (sessionStorage.getItem(island?.dataset['draft'] ?? '')) hydrate(island)
  } catch {
    return
  }
}
