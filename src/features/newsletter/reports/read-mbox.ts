/** Sender and time of a message in a mailbox; some programs write nothing after the word. */
const fromLine =
  /^From (?:\s*$|\S.*(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]?\d \d\d:\d\d)/
const longestFromLine = 1_000
/** The longest beginning of a separator that a chunk can end in, with the blank line before it. */
const overlap = 8
const lineFeed = 10
const carriageReturn = 13

/**
 * The messages of an mbox (RFC 4155; also with the quoting of mboxrd), or the one message that a file is which begins
 * otherwise. Holds one message at a time.
 * @returns undefined in place of a message of more than `maxBytes`
 */
export async function* readMbox(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer | undefined> {
  let held: Buffer = Buffer.alloc(0)
  let isMailbox: boolean | undefined
  let message = emptyMessage()
  for await (const chunk of chunks) {
    let window = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    if (isMailbox === undefined) {
      const begin = window.findIndex((byte) => byte !== lineFeed && byte !== carriageReturn)
      if (begin < 0 || window.length - begin < 'From '.length) {
        held = window.subarray(Math.max(0, begin))
        continue
      }
      isMailbox = window.toString('latin1', begin, begin + 'From '.length) === 'From '
      // As if there had been a message before, so that the first separator is like the others.
      window = Buffer.concat([Buffer.from('\n\n'), window.subarray(begin)])
    }
    let start = 0
    let settled = window.length - overlap
    let at = isMailbox ? window.indexOf('\nFrom ') : -1
    while (at >= 0) {
      const end = window.indexOf('\n', at + 1)
      if (end < 0 && window.length - at < longestFromLine) {
        settled = at - 2
        break
      }
      if (isSeparator(window, at, end)) {
        add(message, window.subarray(start, at + 1), maxBytes)
        yield* take(message, isMailbox)
        message = emptyMessage()
        // With the line's own end: the next separator may follow at once, and looks back to it.
        start = end
      }
      at = window.indexOf('\nFrom ', at + 1)
    }
    if (settled > start) {
      add(message, window.subarray(start, settled), maxBytes)
      start = settled
    }
    held = window.subarray(start)
  }
  add(message, held, maxBytes)
  yield* take(message, isMailbox === true)
}

function isSeparator(window: Buffer, at: number, end: number): boolean {
  const isAfterBlank = window[at - 1] === lineFeed || (window[at - 1] === carriageReturn && window[at - 2] === lineFeed)
  return (
    isAfterBlank && end >= 0 && fromLine.test(window.toString('latin1', at + 1, Math.min(end, at + longestFromLine)))
  )
}

type Message = { parts: Buffer[]; bytes: number }

function emptyMessage(): Message {
  return { parts: [], bytes: 0 }
}

function add(message: Message, part: Buffer, maxBytes: number): void {
  message.bytes += part.length
  if (message.bytes > maxBytes) message.parts = []
  else message.parts.push(part)
}

function* take({ parts, bytes }: Message, isQuoted: boolean): Generator<Buffer | undefined> {
  const whole = Buffer.concat(parts)
  if (whole.length < bytes) {
    yield undefined
    return
  }
  const begin = whole.findIndex((byte) => byte !== lineFeed && byte !== carriageReturn)
  if (begin >= 0) yield isQuoted ? unquoted(whole.subarray(begin)) : whole.subarray(begin)
}

/** `>From ` at the beginning of a line was `From `, or in an mboxrd one `>` less. */
function unquoted(message: Buffer): Buffer {
  if (!message.includes('\n>')) return message
  return Buffer.from(message.toString('latin1').replaceAll(/^>(>*From )/gm, '$1'), 'latin1')
}
