import type { Command } from 'commander'

export function addRestore(studio: Command): void {
  studio.command('restore').description('make a data folder of a backup')
}
