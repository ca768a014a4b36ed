import { parentPort, workerData } from 'node:worker_threads'
import { busyTimes } from './busy-times.ts'
import { fetchCalendar } from './fetch-calendar.ts'

const { url, rules, timeoutMs } = workerData
try {
  parentPort?.postMessage(busyTimes(await fetchCalendar(url, AbortSignal.timeout(timeoutMs)), rules))
} catch (error) {
  parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) })
}
