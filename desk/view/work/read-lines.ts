import type { Progress } from '../../../src/lib/progress.ts'

/** As the desk answers work: how far it is, then what came of it or why it failed. */
export type WorkLine<Out> = { progress: Progress } | { output: Out } | { status: number; message: string }

export async function* readLines<Out>(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<WorkLine<Out>> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line)
  }
}
