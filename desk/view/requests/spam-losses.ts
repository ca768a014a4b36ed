import type { ReadOf } from '../client.ts'

/** What marking a request as spam ends for good; undefined where all of it can be undone. */
export function spamLosses({ callAt, mails }: Pick<ReadOf<'request'>, 'callAt' | 'mails'>): string | undefined {
  const unsent = mails.filter(({ state }) => state === 'queued' || state === 'failed').length
  const losses = [
    unsent > 0 ? `${unsent} unsent ${unsent === 1 ? 'mail' : 'mails'} about it will be deleted` : [],
    callAt !== null ? 'the time of its call will be free for others' : [],
  ].flat()
  return losses.length === 0 ? undefined : `This can’t be undone: ${losses.join(', and ')}.`
}
