/** @param zone a name such as Europe/Lisbon (IANA) */
export function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Asks for the page in the browser's own zone, where the address names none. */
export const zoneScript = `{const z=Intl.DateTimeFormat().resolvedOptions().timeZone,u=new URL(location);if(z){u.searchParams.set('zone',z);location.replace(u)}}`
