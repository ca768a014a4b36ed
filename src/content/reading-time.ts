const wordsPerMinute = 225

/** Words as a reader meets them: what holds a letter or a digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** @returns whole minutes, rounded up */
export function readingMinutes(words: number): number {
  return Math.ceil(words / wordsPerMinute)
}
