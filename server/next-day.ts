import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { dayOf } from '../platform/text/time-text.ts'

const checkMs = 10_000

/** Calls once when the site of another day, which was built ahead, takes over from the given build. */
export function watchForNextDay(build: string, take: () => void): void {
  const timer = setInterval(() => {
    if ((newestDay(build, new Date()) ?? '') <= (ownDay(build) ?? '')) return
    clearInterval(timer)
    take()
  }, checkMs).unref()
}

/** The day of the build that should serve: the last of those built ahead that has come. */
export function newestDay(build: string, now: Date): string | undefined {
  const days = ownDay(build) === undefined ? join(build, 'days') : dirname(build)
  const come = existsSync(days) ? readdirSync(days).filter((day) => day <= dayOf(now)) : []
  return come.sort().at(-1)
}

function ownDay(build: string): string | undefined {
  return basename(dirname(build)) === 'days' ? basename(build) : undefined
}
