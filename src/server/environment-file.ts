import { existsSync } from 'node:fs'
import { loadEnvFile } from 'node:process'
import { type Environment, EnvironmentError, readEnvironment } from './environment.ts'

/**
 * The process's environment, completed by `.env` in the working folder; what is set outside the file wins.
 * @throws EnvironmentError also when the file is there and cannot be read
 */
export function loadEnvironment(): Environment {
  try {
    if (existsSync('.env')) loadEnvFile('.env')
  } catch (error) {
    throw new EnvironmentError(`.env cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return readEnvironment(process.env)
}
