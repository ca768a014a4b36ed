import { setTimeout as delay } from 'node:timers/promises'

type RepeatOptions = { firstMs: number; everyMs: number; onError: (error: unknown) => void }

/** Runs `work` repeatedly, one run at a time. Calls `onError` after a failure, then continues. */
export function repeat(work: () => Promise<void>, { firstMs, everyMs, onError }: RepeatOptions) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  function run(): Promise<void> {
    running ??= work()
      .catch(onError)
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    run,
    start: () => {
      timer = setTimeout(() => {
        timer = setInterval(run, everyMs).unref()
        void run()
      }, firstMs).unref()
    },
    stop: async (graceMs: number) => {
      clearTimeout(timer)
      await Promise.race([running, delay(graceMs, undefined, { ref: false })])
    },
  }
}
