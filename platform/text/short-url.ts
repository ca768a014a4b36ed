/** Shortens a URL for display by removing the scheme and `www.`: `meet.example/room`. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
}
