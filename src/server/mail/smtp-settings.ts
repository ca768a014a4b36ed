export type SmtpSettings = ReturnType<typeof readSmtpUrl>

/** With a password over the network, encryption is not negotiable; on this machine, its certificate is not checked. */
export function readSmtpUrl(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const secure = url.protocol === 'smtps:'
  const local = ['localhost', '127.0.0.1', '::1'].includes(host)
  const user = decodeURIComponent(url.username)
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: user !== '' && !local,
    ...(local && { tls: { rejectUnauthorized: false } }),
    auth: user === '' ? undefined : { user, pass: decodeURIComponent(url.password) },
  }
}
