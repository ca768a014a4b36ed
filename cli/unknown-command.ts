import type { Command } from 'commander'
import { distance } from 'fastest-levenshtein'

const farthest = 3

/**
 * A command that has others below it takes no words of its own: one that is none of these is a misspelling. Where it has
 * nothing else to do, commander says so by itself.
 */
export function refuseUnknownCommands(studio: Command): void {
  for (const group of studio.commands.filter(({ commands }) => commands.length > 0)) group.allowExcessArguments()
  studio.hook('preAction', (_, command) => {
    const [word] = command.args
    if (command.commands.length === 0 || word === undefined) return
    const meant = nearest(word, command)
    const suggestion = meant === undefined ? '' : `\n(Did you mean ${meant}?)`
    command.error(`error: unknown command '${word}'${suggestion}`, { code: 'commander.unknownCommand' })
  })
}

function nearest(word: string, group: Command): string | undefined {
  const names = group.commands.map((command) => command.name())
  const [first] = names
    .map((name) => ({ name, away: distance(word.slice(0, 100), name) }))
    .filter(({ name, away }) => away <= farthest && away < name.length)
    .toSorted((a, b) => a.away - b.away)
  return first?.name
}
