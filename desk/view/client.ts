import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { JobOptions, Progress } from '../../platform/actions.ts'
import { oneLine } from '../../platform/text/clean-text.ts'
import type { DeskActions } from '../server/desk-app.ts'

export type NameOf<Kind> = {
  [Name in keyof DeskActions]: DeskActions[Name]['kind'] extends Kind ? Name : never
}[keyof DeskActions]

export type InputOf<Name extends keyof DeskActions> = z.input<DeskActions[Name]['input']>
export type ResultOf<Name extends keyof DeskActions> = DeskActions[Name]['run'] extends (
  ...args: never[]
) => Promise<infer Result>
  ? Result
  : never

export const pollMs = 3_000

/** The token’s key in sessionStorage, and the name of the channel on which tabs share it. */
const tokenName = 'desk-token'

/**
 * Exchanges the URL’s key for a token and removes the key from the URL.
 * @param token the page's token, if it has one
 * @returns whether the tab has a token
 */
export async function unlockTab(token = ''): Promise<boolean> {
  const key = location.hash.slice(1)
  // A reload must not send the key again.
  history.replaceState(null, '', location.pathname + location.search)
  if (token !== '') sessionStorage.setItem(tokenName, token)
  if (key !== '') {
    const response = await fetch('/sign-in', { method: 'POST', body: key }).catch(() => undefined)
    if (response?.ok) sessionStorage.setItem(tokenName, await response.text())
  }
  const known = sessionStorage.getItem(tokenName) ?? (await askOtherTabs())
  if (known !== undefined) sessionStorage.setItem(tokenName, known)
  return known !== undefined
}

const otherTabsTimeoutMs = 250

/**
 * Gets the token from another open tab. Links in emails open new tabs, which don’t have it.
 * @returns undefined if no tab has a token
 */
async function askOtherTabs(): Promise<string | undefined> {
  const tabs = new BroadcastChannel(tokenName)
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  tabs.onmessage = ({ data }) => typeof data === 'string' && resolve(data)
  tabs.postMessage(null)
  setTimeout(resolve, otherTabsTimeoutMs, undefined)
  const token = await promise
  tabs.close()
  return token
}

export function answerOtherTabs(): void {
  const tabs = new BroadcastChannel(tokenName)
  tabs.onmessage = ({ data }) => data === null && tabs.postMessage(sessionStorage.getItem(tokenName))
}

export class DeskError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }

  /** Whether the server is down or rejects this tab’s token. */
  get isDisconnected(): boolean {
    return this.status === 0 || this.status === 401
  }
}

async function request(url: string, options: RequestInit = {}): Promise<Response> {
  const headers = new Headers(options.headers)
  headers.set('authorization', `Bearer ${sessionStorage.getItem(tokenName) ?? ''}`)
  const response = await fetch(url, { ...options, headers }).catch(() => {
    options.signal?.throwIfAborted()
    throw new DeskError(0, 'Couldn’t reach the desk. Is its command still running?')
  })
  if (response.ok || response.status === 304) return response
  const { message = `${response.status}` }: { message?: string } = await response.json().catch(() => ({}))
  const isUnauthorized = response.status === 401
  throw new DeskError(
    response.status,
    isUnauthorized ? 'This link no longer works. Press Enter in the desk’s terminal for a new one.' : message,
  )
}

type CachedResponse<Output> = { etag: string; body: Output }

/**
 * Reads a view’s data, and reads it again after each change and, unless `once` is set, every few seconds.
 * While the server doesn’t respond, it keeps the data, and main.tsx shows the problem.
 * @param options.keepsPrevious keeps showing the previous input’s data while loading
 */
export function useRead<Name extends NameOf<'read'>>(
  name: Name,
  input: InputOf<Name>,
  { once = false, keepsPrevious = false, isEnabled = true } = {},
) {
  const client = useQueryClient()
  const url = urlOf(name, input)
  const queryKey = [name, url]
  const { data, error, refetch } = useQuery<CachedResponse<ResultOf<Name>>, DeskError, ResultOf<Name>>({
    queryKey,
    enabled: isEnabled,
    placeholderData: (previous) => (keepsPrevious ? previous : undefined),
    refetchInterval: ({ state }) => {
      const isSettled = state.data !== undefined && !state.error?.isDisconnected
      return once && isSettled ? false : pollMs
    },
    staleTime: once ? Number.POSITIVE_INFINITY : pollMs,
    queryFn: async () => {
      const { data: cached, errorUpdateCount = 0 } =
        client.getQueryState<CachedResponse<ResultOf<Name>>>(queryKey) ?? {}
      const headers = new Headers()
      if (cached !== undefined) headers.set('if-none-match', cached.etag)
      if (cached !== undefined || errorUpdateCount > 0) headers.set('x-asked-by', 'page')
      const response = await request(url, { headers })
      if (response.status === 304 && cached) return cached
      // Remove bidirectional characters, which the server leaves in.
      const body = JSON.parse(oneLine(await response.text()))
      return { etag: response.headers.get('etag') ?? '', body }
    },
    select: ({ body }) => body,
  })
  return { data, error: data !== undefined && error?.isDisconnected ? null : error, retry: refetch }
}

/** Confirmation questions of final changes, by the change’s name. */
export function useQuestions() {
  const queryFn = async (): Promise<Record<string, string | null>> => (await request('/api/questions')).json()
  const options = { refetchInterval: false, staleTime: Number.POSITIVE_INFINITY } as const
  return useQuery({ queryKey: ['questions'], queryFn, ...options }).data
}

function urlOf(name: string, input: object): string {
  return `/api/${name}?input=${encodeURIComponent(JSON.stringify(input))}`
}

/** Reads data once, without polling. @throws DeskError */
export async function readOnce<Name extends NameOf<'read'>>(name: Name, input: InputOf<Name>): Promise<ResultOf<Name>> {
  return JSON.parse(oneLine(await (await request(urlOf(name, input))).text()))
}

/** @returns a CSV file @throws DeskError */
export async function readCsv<Name extends NameOf<'export'>>(name: Name, input: InputOf<Name>): Promise<string> {
  return await (await request(urlOf(name, input))).text()
}

type ChangeResult<Output> = { output: Output; message: string }

/** A line of the response to a change: its progress, its result, or an error. */
export type ChangeLine<Output> = { progress: Progress } | ChangeResult<Output> | { status: number; message: string }

/** Runs a change. @throws DeskError with a message for the owner, or the signal’s reason if the owner stops it */
export async function change<Name extends NameOf<'change'>>(
  name: Name,
  input: InputOf<Name>,
  { signal, onProgress }: JobOptions = {},
): Promise<ChangeResult<ResultOf<Name>>> {
  const response = await request(`/api/${name}`, {
    method: 'POST',
    body: JSON.stringify(input),
    signal: signal ?? null,
  })
  if (response.body) {
    for await (const line of readLines<ResultOf<Name>>(response.body)) {
      if ('output' in line) return line
      if ('message' in line) throw new DeskError(line.status, line.message)
      onProgress?.(line.progress)
    }
  }
  throw new DeskError(0, 'The desk stopped.')
}

export async function* readLines<Output>(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<ChangeLine<Output>> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let incompleteLine = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (incompleteLine + value).split('\n')
    incompleteLine = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}
