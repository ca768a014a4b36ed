import type { Command } from 'commander'
import { distance } from 'fastest-levenshtein'

const farthest = 3

/**
 * Where a command has others below it and takes no words of its own, a word that is none of these is a misspelling; where
 * it takes a path, only one that is like them and has no slash, so that a misspelling does not become a folder. Where it
 * has nothing else to do, commander says so by itself.
 */
export function refuseUnknownCommands(studio: Command): void {
  const groups = studio.commands.filter(({ commands }) => commands.length > 0)
  for (const group of groups.filter((each) => !takesPath(each))) group.allowExcessArguments()
  studio.hook('preAction', (_, command) => {
    const [word] = command.args
    if (command.commands.length === 0 || word === undefined) return
    const meant = nearest(word, command)
    if (takesPath(command) && (meant === undefined || word.includes('/'))) return
    const otherwise = takesPath(command) ? ` A folder of that name is ./${word}` : ''
    const suggestion = meant === undefined ? '' : `\n(Did you mean ${meant}?${otherwise})`
    command.error(`error: unknown command '${word}'${suggestion}`, { code: 'commander.unknownCommand' })
  })
}

function takesPath({ registeredArguments }: Command): boolean {
  return registeredArguments.length > 0
}

function nearest(word: string, group: Command): string | undefined {
  const names = group.commands.map((command) => command.name())
  const [first] = names
    .map((name) => ({ name, away: distance(word.slice(0, 100), name) }))
    .filter(({ name, away }) => away <= farthest && away < name.length)
    .toSorted((a, b) => a.away - b.away)
  return first?.name
}
