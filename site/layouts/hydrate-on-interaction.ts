/** Maximum time to hold a click while an island's code loads. After that, the click works without it. */
const timeoutMs = 3000

/** Islands whose code is loading, each with the clicked element to replay, if any. */
const pending = new WeakMap<HTMLElement, HTMLElement | null>()

/**
 * Hydrates an island when the pointer or focus first enters it, or immediately if there's a stored draft to restore.
 * Holds a click until hydration, then replays it. If the script doesn't load in time, the click works without it.
 * `data-island` has the URLs of the code and its imports. `data-draft` is the draft's key in session storage.
 */
export function hydrateOnInteraction(): void {
  for (const type of ['focusin', 'pointerover']) addEventListener(type, ({ target }) => hydrate(islandAround(target)))
  addEventListener('click', holdClick, true)
  addEventListener('input', ({ target }) => storeField(target))
  addEventListener('DOMContentLoaded', () => {
    for (const island of document.querySelectorAll<HTMLElement>('[data-draft]')) hydrateForDraft(island)
  })
}

const islandAround = (target: EventTarget | null) => closestTo(target, '[data-island]')

function hydrate(island: HTMLElement | null): void {
  if (!island || pending.has(island)) return
  pending.set(island, null)
  load(island.dataset['island'] ?? '')
    .then((code) => replay(island, code.hydrate))
    // The plain HTML still works. The next interaction tries again.
    .catch(() => {
      replayPlainly(island)
      pending.delete(island)
    })
}

function holdClick(event: MouseEvent): void {
  const island = islandAround(event.target)
  const clicked = closestTo(event.target, 'a,button')
  if (!island || !clicked) return
  // Don't hold a click that opens a new tab or window: a replayed click has no modifier keys.
  if (clicked.matches('a') && (event.ctrlKey || event.metaKey || event.shiftKey)) return
  event.preventDefault()
  hydrate(island)
  if (pending.get(island)) return
  pending.set(island, clicked)
  clicked.ariaBusy = 'true'
  setTimeout(replayPlainly, timeoutMs, island)
}

/** Replays the held click. @param prepare runs before it */
function replay(island: HTMLElement, prepare?: (island: HTMLElement) => void): void {
  const clicked = pending.get(island)
  if (clicked) clicked.ariaBusy = null
  prepare?.(island)
  pending.set(island, null)
  delete island.dataset['island']
  clicked?.click()
}

/** Replays the click without the island's code, unless it would then do nothing. */
function replayPlainly(island: HTMLElement): void {
  if (!pending.get(island)?.closest('[href],[action]')) return
  const { island: urls } = island.dataset
  replay(island)
  island.dataset['island'] = urls
}

async function load(urls: string): Promise<{ hydrate: (island: HTMLElement) => void }> {
  // During `npm run dev`, React's modules need this for hot reloading.
  if (import.meta.env.DEV) await import(`/${'@id/astro:scripts/before-hydration.js'}`)
  const modules = urls.split(' ').map((url) => import(url))
  // The first module imports the others, so it fails with them.
  void Promise.allSettled(modules)
  return modules[0]
}

/** Adds a form field to the stored `values`. */
function storeField(target: EventTarget | null): void {
  const key = islandAround(target)?.dataset['draft']
  if (!key) return
  const { name, value } = target as HTMLInputElement
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}')
    sessionStorage.setItem(key, JSON.stringify({ ...stored, values: { ...stored.values, [name]: value } }))
  } catch {
    // Storage is blocked or full, so the draft is lost with the page.
  }
}

function hydrateForDraft(island: HTMLElement): void {
  try {
    if (sessionStorage.getItem(island.dataset['draft'] ?? '')) hydrate(island)
  } catch {
    // Storage is blocked, so there's no draft.
  }
}

/** `closest` for event targets, which can also be the document or the window. */
export function closestTo(target: EventTarget | null, selector: string): HTMLElement | null {
  return (target as Partial<HTMLElement> | null)?.closest?.<HTMLElement>(selector) ?? null
}
