/**
 * The headers of every answer, as name and value in turn. Pages bring their own policy, with the hashes of their
 * styles and scripts; everything else gets the strictest, under which nothing loads.
 * @param siteUrl decides on HSTS: a browser must not be told to insist on https where the site is not served by it
 */
export function securityHeaders(siteUrl: string): string[] {
  return [
    ...['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"],
    ...['X-Content-Type-Options', 'nosniff'],
    ...['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ...['Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()'],
    ...['Cross-Origin-Opener-Policy', 'same-origin'],
    ...['Cross-Origin-Resource-Policy', 'same-origin'],
    ...(siteUrl.startsWith('https:') ? ['Strict-Transport-Security', 'max-age=63072000'] : []),
  ]
}
