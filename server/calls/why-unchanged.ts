import type { CallChange } from './change-call.ts'

/** For the owner, of a change that was not made. */
export const whyUnchanged: Readonly<Record<CallChange['outcome'], string>> = {
  done: 'It is at that time already.',
  gone: 'There is no such call that is still to come.',
  late: 'It has begun already.',
  over: 'That is over already.',
  far: 'That is more than a year ahead.',
  taken: 'Something else is at that time; nothing was changed.',
  limited: 'It was changed too often today.',
  open: 'The visitor has another call that is still to come.',
}
