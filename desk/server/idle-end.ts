/** Keeps no process alive. @param ms after which `ended` resolves, unless it is put off by then */
export function createIdleEnd(ms: number) {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const begin = () => setTimeout(resolve, ms).unref()
  let timer = begin()
  return {
    ended,
    putOff: () => {
      clearTimeout(timer)
      timer = begin()
    },
  }
}
