import type { Command } from 'commander'
import { addSubscribersExport } from './export-readers.ts'
import { addSubscribersImport } from './import-list.ts'
import { addSubscribersList } from './list-readers.ts'
import { addSubscribersRemove } from './remove-readers.ts'

export function addSubscribers(studio: Command): void {
  const subscribers = addSubscribersList(studio)
  addSubscribersImport(subscribers)
  addSubscribersExport(subscribers)
  addSubscribersRemove(subscribers)
}
