import type { Command } from 'commander'
import { distance } from 'fastest-levenshtein'

const farthest = 3

/**
 * Where a command has others below it and takes no words of its own, a word that is none of these is a misspelling. Where
 * it has nothing else to do, commander says so by itself.
 */
export function refuseUnknownCommands(studio: Command): void {
  for (const group of studio.commands.filter(isGroup)) group.allowExcessArguments()
  studio.hook('preAction', (_, command) => {
    const [word] = command.args
    if (!isGroup(command) || word === undefined) return
    const meant = nearest(word, command)
    const suggestion = meant === undefined ? '' : `\n(Did you mean ${meant}?)`
    command.error(`error: unknown command '${word}'${suggestion}`, { code: 'commander.unknownCommand' })
  })
}

function isGroup({ commands, registeredArguments }: Command): boolean {
  return commands.length > 0 && registeredArguments.length === 0
}

function nearest(word: string, group: Command): string | undefined {
  const names = group.commands.map((command) => command.name())
  const [first] = names
    .map((name) => ({ name, away: distance(word.slice(0, 100), name) }))
    .filter(({ name, away }) => away <= farthest && away < name.length)
    .toSorted((a, b) => a.away - b.away)
  return first?.name
}
