import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'
import { environmentNotes } from './environment-notes.ts'

function notesOn(source: Record<string, string>): string[] {
  return environmentNotes(source, readEnvironment(source))
}

test.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['SITEURL', 'SITE_URL'],
  ['site_url', 'SITE_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['CHAT_MODEL', 'CHAT_MODELS'],
  ['BACKUP_DRI', 'BACKUP_DIR'],
])('%s is asked about: is %s meant?', (name, meant) => {
  expect(notesOn({ [name]: 'x' })).toEqual([`${name} is no variable of this program; did you mean ${meant}?`])
})

test('other programs’ variables, empty ones, and those beside one that is set are nobody’s mistake', () => {
  const others = [
    'HOSTNAME',
    'PORT1',
    'MAIL',
    'HOME',
    'POST',
    'HTTP_URL',
    'SMTP_USER',
    'npm_config_user_agent',
    'BASE_URL',
  ]
  expect(notesOn(Object.fromEntries(others.map((name) => [name, 'x'])))).toEqual([])
  expect(notesOn({ SMPT_URL: ' ' })).toEqual([])
  expect(notesOn({ SITE_URL: 'https://a.example', SITE_URLS: 'https://b.example' })).toEqual([])
})

test.each([
  ['http://gateway.example/v1', 1],
  ['http://8.8.8.8/v1', 1],
  ['http://[2001:db8::1]/v1', 1],
  ['https://gateway.example/v1', 0],
  ['http://localhost:8080/v1', 0],
  ['http://127.0.0.1/v1', 0],
  ['http://192.168.3.4/v1', 0],
  ['http://[::1]:8080/v1', 0],
  ['http://[fd00::2]/v1', 0],
  ['http://gateway:4000/v1', 0],
])('a key to %s travels in clear to strangers: %i', (baseUrl, count) => {
  expect(notesOn({ CHAT_BASE_URL: baseUrl, CHAT_API_KEY: 'k' })).toHaveLength(count)
  expect(notesOn({ CHAT_BASE_URL: baseUrl })).toEqual([])
})
