import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ListError, type ListFile, readList, type Source } from '../../src/features/newsletter/import/list-file.ts'
import { CommandFailure, fileFailure } from '../command.ts'

/** @param path - reads the input @throws CommandFailure */
export async function openListFile(path: string, input: Readable): Promise<ListFile> {
  try {
    return await readList(await openSource(path, input))
  } catch (error) {
    throw asFailure(error, path)
  }
}

async function openSource(path: string, input: Readable): Promise<Source> {
  if (path !== '-' && (await stat(path)).isFile()) return () => createReadStream(path)
  const bytes = await buffer(path === '-' ? input : createReadStream(path))
  return async function* () {
    yield bytes
  }
}

function asFailure(error: unknown, path: string): unknown {
  const name = path === '-' ? 'The list' : `The list ${path}`
  if (error instanceof ListError)
    return new CommandFailure(`${name} cannot be read: ${error.message}. Nothing was imported.`)
  if (!(error instanceof Error && 'code' in error)) return error
  return new CommandFailure(`${name} cannot be opened: ${fileFailure(error)}.`)
}
