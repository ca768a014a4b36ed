const touches = ['focusin', 'pointerover', 'touchstart'] as const

/**
 * Brings an island to life when somebody reaches for it: a pointer over it, a finger on it, the focus in it. Until then
 * it is the plain HTML that the build made, and none of its code is loaded.
 *
 * `data-island` is the address of its code, and after it the addresses of what that imports, all asked for at once. A link
 * that is an island waits with a click until the code is there; without the code it leads where it leads.
 *
 * `data-wake`, where there is one, a key of the tab's session storage: while
 * that holds something to restore, nobody has to touch first. What is typed before the code is there is kept under it.
 */
export function wakeOnTouch(element: HTMLElement): void {
  const { island = '', wake: storedKey } = element.dataset
  let isAsked = false
  let isClicked = false
  const wake = () => {
    if (isAsked) return
    isAsked = true
    load(island).then(
      (code) => {
        element.removeEventListener('input', keep)
        code.wake(element)
        release()
      },
      // The plain HTML stays, and works; the next touch tries again.
      () => {
        isAsked = false
        release()
        if (isLink) element.addEventListener('click', hold)
      },
    )
  }
  const hold = (event: Event) => {
    event.preventDefault()
    isClicked = true
    wake()
  }
  const release = () => {
    element.removeEventListener('click', hold)
    if (isClicked) element.click()
    isClicked = false
  }
  const isLink = 'href' in element
  if (isLink) element.addEventListener('click', hold)
  const keep = () => keepTyped(element, storedKey)
  element.addEventListener('input', keep)
  for (const type of touches) element.addEventListener(type, wake, { passive: true })
  if (stored(storedKey) !== null) wake()
}

async function load(addresses: string): Promise<{ wake: (element: HTMLElement) => void }> {
  // `npm run dev` serves React's modules only to pages that have made ready for their live updates.
  if (import.meta.env.DEV) await import(/* @vite-ignore */ `/${'@id/astro:scripts/before-hydration.js'}`)
  const all = addresses.split(' ').map((each) => import(/* @vite-ignore */ each))
  // Those that the first one imports fail with it.
  void Promise.allSettled(all)
  return all[0]
}

/** Fields by name as `values`, beside whatever was kept before. */
function keepTyped(element: HTMLElement, key: string | undefined): void {
  const form = element.querySelector('form')
  if (key === undefined || form === null) return
  const values = Object.fromEntries(new FormData(form))
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...JSON.parse(stored(key) ?? '{}'), values }))
  } catch {
    return
  }
}

/** @returns null also where the browser keeps no storage */
function stored(key: string | undefined): string | null {
  try {
    return key === undefined ? null : sessionStorage.getItem(key)
  } catch {
    return null
  }
}
