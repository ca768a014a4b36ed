import type { Command } from 'commander'
import { addMailDrop } from './drop-mails.ts'
import { addMailList } from './list-mails.ts'
import { addMute, addUnmute } from './mute.ts'
import { addMailRetry } from './retry-mails.ts'
import { addMailShow } from './show-mail.ts'

export function addMail(studio: Command): void {
  const mail = addMailList(studio)
  addMailShow(mail)
  addMailRetry(mail)
  addMailDrop(mail)
  addMute(mail)
  addUnmute(mail)
}
