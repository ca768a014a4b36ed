import type { Command } from 'commander'

export function addExportPerson(studio: Command): void {
  studio.command('export').description('write everything that is kept about a person')
}
