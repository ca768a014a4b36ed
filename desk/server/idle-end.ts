/** @param ms after which `ended` resolves, unless it is put off by then */
export function createIdleEnd(ms: number) {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  let timer = setTimeout(resolve, ms)
  return {
    ended,
    putOff: () => {
      clearTimeout(timer)
      timer = setTimeout(resolve, ms)
    },
    stop: () => clearTimeout(timer),
  }
}
