import type { Command } from 'commander'

export function addMail(studio: Command): void {
  studio.command('mail').description('the mails that the program sends')
}
