/**
 * That nobody is behind the address, and nobody will be: no such mailbox or domain, no address at all, moved away, a domain
 * that takes no mail (RFC 7505), a mailbox that was closed. Not here: 5.1.0, 5.2.2 (full) and 5.7.x, which are about something else.
 */
const deadAddressStatuses = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']

/** @param status of a mail server, `5.1.1` (RFC 3463) */
export function isDeadAddressStatus(status: string): boolean {
  return deadAddressStatuses.includes(status)
}

/** The status with which a reply begins: `550 5.1.1 unknown` reads `5.1.1` (RFC 2034); undefined when it names none. */
export function statusOfReply(reply: string): string | undefined {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(reply)?.[1]
}
