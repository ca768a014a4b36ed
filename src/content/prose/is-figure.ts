/** A cell that holds `10-12` or `$4,997` and at most a unit, and so stays on its line. */
export function isFigure(cell: string): boolean {
  return /^\S*\d\S*( \p{L}+)?$/u.test(cell)
}
