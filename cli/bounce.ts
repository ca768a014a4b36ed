import type { Command } from 'commander'

export function addBounce(studio: Command): void {
  studio.command('bounce').description('read reports of mails that came back or were called unwanted')
}
