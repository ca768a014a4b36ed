import { isoTime } from '../iso-time.ts'
import type { Glance } from './read-glance.ts'

/** As other programs get it; times are ISO 8601, what is not is null. */
export function glanceRecord({ at, mute, replyWithinHours, leads, mails, readers, issues, backup, lowDisk }: Glance) {
  const [day = 0, week = 0] = leads.came
  const [lately, month] = readers.changes
  return {
    at: isoTime(at),
    muted: mute === undefined ? null : { because: mute.because, since: isoTime(mute.since) },
    requests: {
      waiting: leads.waiting.count,
      late: leads.waiting.late,
      replyWithinHours: replyWithinHours ?? null,
      oldest: leads.waiting.oldest.map(({ created_at, ...lead }) => ({ ...lead, createdAt: isoTime(created_at) })),
      held: leads.held.count,
      heldSince: isoTime(leads.held.since),
      inOneDay: day,
      inSevenDays: week,
      answeredInThirtyDays: leads.answered.count,
      medianSecondsToAnswer: leads.answered.medianMs === null ? null : Math.round(leads.answered.medianMs / 1_000),
    },
    mails: {
      waiting: mails.waiting.count,
      waitingSince: isoTime(mails.waiting.since),
      later: mails.later,
      failed: mails.failed,
      refused: mails.refused.map(({ id, to_address, subject, last_error, created_at }) => ({
        id,
        to: to_address,
        subject,
        answer: last_error,
        createdAt: isoTime(created_at),
      })),
    },
    readers: { ...readers.states, inSevenDays: lately, inThirtyDays: month },
    issues: issues.map(({ paused_because, created_at, finished_at, ...issue }) => ({
      ...issue,
      pausedBecause: paused_because,
      createdAt: isoTime(created_at),
      finishedAt: isoTime(finished_at),
    })),
    backup: backup === undefined ? null : { ...backup, at: isoTime(backup.at) },
    lowDisk: lowDisk ?? null,
  }
}
