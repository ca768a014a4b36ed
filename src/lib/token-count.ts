const encoder = new TextEncoder()

export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/** How many tokens a text takes, rather too many than too few. */
export function tokenCount(text: string): number {
  return tokensInBytes(bytesOf(text))
}

/** A third of the bytes of UTF-8: English takes about a quarter, Hindi about a third. */
export function tokensInBytes(bytes: number): number {
  return Math.ceil(bytes / 3)
}
