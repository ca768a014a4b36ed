import type { ChangeTo } from '../client.ts'

export function tallyText({
  imported,
  known,
  suppressed,
  unconfirmed,
  wrong,
}: ChangeTo<'importReaders'>['tally']): string {
  const parts = { imported, 'known already': known, suppressed, 'never confirmed': unconfirmed, wrong }
  return Object.entries(parts)
    .map(([what, count]) => `${what} ${count.toLocaleString('en')}`)
    .join(', ')
}
