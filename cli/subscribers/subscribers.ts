import type { Command } from 'commander'

export function addSubscribers(studio: Command): void {
  studio.command('subscribers').description('the newsletter’s readers')
}
