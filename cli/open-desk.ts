import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import { sqliteFileName } from '../platform/db/sqlite.ts'
import { type Environment, loadEnvironment } from '../platform/environment.ts'
import { createSilentLog, type Log } from '../platform/log.ts'
import { type App, openApp } from '../server/app.ts'
import { type Desk, openDesk } from '../server/desk.ts'
import { CommandFailure } from './command.ts'
import { writeErr } from './terminal/terminal.ts'

type Action<Opened, Given extends unknown[]> = (opened: Opened, ...given: Given) => Promise<unknown>

/** Its actions get what is opened for them, then arguments and options as commander gives them; those of the commands above count. */
export class StudioCommand extends Command {
  override createCommand(name?: string): StudioCommand {
    return new StudioCommand(name)
  }

  /** With database and mails, for what needs no text of content/. */
  onDesk<Given extends unknown[]>(act: Action<Desk, Given>): this {
    return this.#on(openDesk, act)
  }

  /** With the calls of the site, whose outbox doesn't run. @throws ContentError for wrong texts */
  onCalls<Given extends unknown[]>(act: Action<NonNullable<App['calls']>, Given>): this {
    return this.#on(openApp, async ({ calls }, ...given: Given) => {
      if (calls === undefined) throw new CommandFailure('The site offers no calls: there is no content/calls.yaml.')
      await act(calls, ...given)
    })
  }

  #on<Opened extends Desk, Given extends unknown[]>(open: Open<Opened>, act: Action<Opened, Given>): this {
    return this.action(async (...given: unknown[]) => {
      const opened = await openHere(open)
      try {
        await act(opened, ...(given.with(-2, this.optsWithGlobals()) as Given))
      } finally {
        await opened.close()
      }
    })
  }
}

type Open<Opened> = (environment: Environment, log: Log) => Promise<Opened>

async function openHere<Opened>(open: Open<Opened>): Promise<Opened> {
  const environment = loadEnvironment()
  const { dataDir, databaseUrl } = environment
  const isNew = databaseUrl === undefined && !existsSync(join(dataDir, sqliteFileName))
  const opened = await open(environment, createSilentLog())
  // Whoever names the wrong folder would take its emptiness for the truth.
  if (isNew) writeErr(`There was no database in ${dataDir} (DATA_DIR): this one is new and empty.`)
  return opened
}
