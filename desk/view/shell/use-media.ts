import { useSyncExternalStore } from 'react'

/** Whether a media query matches. */
export function useMedia(query: string): boolean {
  const media = matchMedia(query)
  return useSyncExternalStore(
    (onChange) => {
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => media.matches,
  )
}
