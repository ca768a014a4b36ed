import { expect, onTestFinished, test, vi } from 'vitest'
import { createIdleEnd } from './idle-end.ts'

test('a desk that is used goes on, and ends when nobody has used it for long enough', async () => {
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const onEnd = vi.fn()
  const idle = createIdleEnd(1_000)
  void idle.ended.then(onEnd)
  await vi.advanceTimersByTimeAsync(900)
  idle.putOff()
  await vi.advanceTimersByTimeAsync(900)
  expect(onEnd).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(onEnd).toHaveBeenCalledOnce()
})
