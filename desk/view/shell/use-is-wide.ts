import { useSyncExternalStore } from 'react'

/** Whether the window has so many pixels, also when it is made wider or narrower. */
export function useIsWide(from: number): boolean {
  const media = matchMedia(`(width >= ${from}px)`)
  return useSyncExternalStore(
    (onChange) => {
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => media.matches,
  )
}
