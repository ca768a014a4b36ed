import type { Command } from 'commander'

export function addBackup(studio: Command): void {
  studio.command('backup').description('copy the database while the site runs')
}
