/** A URL for reading, without its scheme and `www.`: `meet.example/room`. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
