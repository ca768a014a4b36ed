/** The default of most browsers, sent for the others. */
export const referrerPolicy = { 'Referrer-Policy': 'strict-origin-when-cross-origin' }

/** Two years, as hstspreload.org recommends. */
const hstsSeconds = 2 * 365 * 24 * 60 * 60

/** Headers for every response. This content security policy allows nothing. Pages replace it with their own. */
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
