/** The default of most browsers. */
export const referrerPolicy = { 'Referrer-Policy': 'strict-origin-when-cross-origin' }

/** Headers for every response. Pages replace the content policy, which allows nothing. HSTS needs https. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'X-Content-Type-Options': 'nosniff',
    ...referrerPolicy,
    'Permissions-Policy': 'camera=(),geolocation=(),microphone=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
  if (siteUrl.startsWith('https:')) headers['Strict-Transport-Security'] = 'max-age=63072000'
  return headers
}
