export class EventStreamError extends Error {
  override name = 'EventStreamError'
}

const maxLine = 64 * 1024
const otherFields = ['event', 'id', 'retry']

/** Data counts as soon as it is whole: some gateways leave out the blank line that ends an event (HTML, 9.2). */
export async function* readEvents<T>(
  chunks: AsyncIterable<Uint8Array>,
  read: (data: string, event: string) => T | undefined,
): AsyncGenerator<T> {
  let data: string | undefined
  let event = ''
  for await (const line of linesOf(chunks)) {
    if (line === '') {
      if (isOpen(data)) throw new EventStreamError('data that cannot be read')
      data = undefined
      event = ''
      continue
    }
    const [field, value] = fieldOf(line)
    if (field === 'event') event = value
    if (field === 'data') {
      data = data === undefined ? value : `${data}\n${value}`
      const whole = read(data, event)
      if (whole === undefined) continue
      data = undefined
      yield whole
    } else if (field !== '' && !otherFields.includes(field)) throw new EventStreamError('a line that is no field')
  }
  if (isOpen(data)) throw new EventStreamError('data that cannot be read')
}

function isOpen(data: string | undefined): boolean {
  return data !== undefined && data !== ''
}

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  let endedWithCr = false
  for await (const chunk of chunks) {
    let text = decode(decoder, chunk)
    if (text === '') continue
    if (endedWithCr && text.startsWith('\n')) text = text.slice(1)
    endedWithCr = text.endsWith('\r')
    const lines = (rest + text).split(/\r\n|\r|\n/)
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > maxLine) throw new EventStreamError('a line without an end')
  }
  rest += decode(decoder)
  if (rest !== '') yield rest
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true })
  } catch {
    throw new EventStreamError('broken UTF-8')
  }
}

function fieldOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  if (colon === -1) return [line, '']
  return [line.slice(0, colon), line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)]
}
