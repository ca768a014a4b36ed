import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serialize } from 'node:v8'
import { expect, onTestFinished } from 'vitest'
import type { SignedMessage } from '../../server/chat/messages.ts'
import { createSigner } from '../../server/chat/signature.ts'
import { trainAnswers } from '../../server/chat/understand/train.ts'
import { enterFolder, leaveFolder, readContentIn } from './content.ts'
import { sqlite, temporaryFolder } from './databases.ts'
import { adaConsultation, openTestApp, type TestApp } from './desk.ts'
import { send } from './http.ts'

/** An app, and a content/ of its own: a small one, since it is read anew after each change. */
export async function enterLisbon(engine = sqlite): Promise<TestApp> {
  const app = await openTestApp(await engine.createPlace())
  const folder = temporaryFolder()
  cpSync('tests/studios/lisbon', join(folder, 'content'), { recursive: true })
  const trained = trainAnswers(readContentIn(folder).answers)
  onTestFinished(() => leaveFolder())
  enterFolder(folder)
  mkdirSync('dist/current/server', { recursive: true })
  writeFileSync('dist/current/server/chat.bin', serialize(trained))
  return app
}

/** Sends a consultation with this chat, in which a proved reply is before each message. */
export async function sendChat(app: TestApp, ...messages: string[]): Promise<void> {
  const reply = 'Custa 1.200 €.'
  const transcript: SignedMessage[] = []
  for (const content of messages) {
    const proof = createSigner(app.chat.key, transcript, () => app.clock.now)(reply)
    transcript.push({ role: 'assistant', content: reply, proof }, { role: 'user', content })
  }
  const sent = { ...adaConsultation, transcript, requestId: crypto.randomUUID() }
  expect(await send(app, sent, { form: 'booking' })).toMatch(/^KW-/)
}
