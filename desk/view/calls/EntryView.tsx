import type { ReadOf } from '../client.ts'
import { BlockView } from './BlockView.tsx'
import { CallView } from './CallView.tsx'
import type { Entry } from './days.ts'

export function EntryView({ entry, data }: { entry: Entry; data: ReadOf<'calls'> }) {
  return entry.isBlock ? <BlockView entry={entry} zone={data.zone} /> : <CallView entry={entry} data={data} />
}
