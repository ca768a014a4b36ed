import type { ReadOf } from '../client.ts'

type Finding = ReadOf<'checkUp'>['findings'][number]

export function sortFindings(findings: readonly Finding[]) {
  const those = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted)
  return { wrong: those('wrong'), notes: those('note'), right: those('ok') }
}

const places: Record<string, { href: string; name: string }> = {
  mail: { href: '/mails?view=all', name: 'the mails' },
  requests: { href: '/requests?view=all', name: 'the requests' },
}

/** Where on the desk that is done which the command would do. */
export function placeOf({ about, command }: Pick<Finding, 'about' | 'command'>) {
  return command === undefined ? undefined : places[about]
}
