import type { ClientDirective } from 'astro'

const touches = ['focusin', 'pointerover', 'touchstart'] as const

/**
 * Hydrates an island at the first touch: a pointer over it, a finger on it, the focus in it. The directive's value
 * names a key of the tab's session storage: while that holds something to restore, nobody has to touch first.
 */
const touch: ClientDirective = (load, { value }, element) => {
  let isAsked = false
  const hydrate = async () => {
    if (isAsked) return
    isAsked = true
    await (await load())()
  }
  for (const type of touches) element.addEventListener(type, hydrate, { once: true, passive: true })
  if (hasStored(value)) void hydrate()
}

function hasStored(key: unknown): boolean {
  try {
    return sessionStorage.getItem(String(key)) !== null
  } catch {
    return false
  }
}

export default touch
