import { useSyncExternalStore } from 'react'

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
