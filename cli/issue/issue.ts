import type { Command } from 'commander'

export function addIssue(studio: Command): void {
  studio.command('issue').description('send an article to the readers, and see who got it')
}
