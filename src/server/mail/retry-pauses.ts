const minute = 60_000
const hour = 60 * minute

/**
 * How long the outbox waits after each failed try, in milliseconds: soon enough for a restart of the mail server, and
 * altogether 24.3 hours, so that a night and a day without one lose nothing (RFC 5321, 4.5.4.1 asks for growing pauses).
 */
export const retryPausesMs: readonly number[] = [
  1 * minute,
  2 * minute,
  5 * minute,
  10 * minute,
  20 * minute,
  40 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
]

export const longestRetryPauseMs = Math.max(...retryPausesMs)
