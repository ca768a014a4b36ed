/** The default in most browsers, sent for those with another default. */
export const referrerPolicy = { 'Referrer-Policy': 'strict-origin-when-cross-origin' }

/** Two years, as recommended by hstspreload.org. */
const hstsSeconds = 2 * 365 * 24 * 60 * 60

/** Headers for every response. The content security policy forbids everything. Pages replace it with their own. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'X-Content-Type-Options': 'nosniff',
    ...referrerPolicy,
    'Permissions-Policy': 'camera=(),geolocation=(),microphone=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
  if (siteUrl.startsWith('https:')) headers['Strict-Transport-Security'] = `max-age=${hstsSeconds}`
  return headers
}
