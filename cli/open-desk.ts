import { type App, openApp } from '../src/app.ts'
import { loadEnvironment } from '../src/server/environment-file.ts'
import { createSilentLog } from '../src/server/log.ts'

/** The product without its outbox running, for the time of one command. */
export async function withDesk<T>(use: (app: App) => Promise<T>): Promise<T> {
  const app = await openApp(loadEnvironment(), createSilentLog())
  try {
    return await use(app)
  } finally {
    await app.close()
  }
}
