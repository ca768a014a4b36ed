/** RFC 3463, RFC 7505. Not 5.1.0, 5.2.2 (full) and 5.7.x, which are about something else. */
const deadAddressStatuses = ['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']

export function isDeadAddressStatus(status: string): boolean {
  return deadAddressStatuses.includes(status)
}

export function statusOfReply(reply: string): string | undefined {
  return /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?![\d.])/.exec(reply)?.[1]
}
