import { runStudio } from './studio.ts'

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

const failed = await runStudio(process.argv.slice(2))
if (failed !== undefined) process.exitCode = failed
