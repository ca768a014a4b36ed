/**
 * Reads a long list page by page, without holding more than one in memory.
 * @param read at most `size` rows, those that follow `last` in the list's order; its first ones where that is undefined
 */
export async function* inPages<Row>(
  size: number,
  read: (last: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const page = await read(last)
    if (page.length > 0) yield page
    last = page.length < size ? undefined : page.at(-1)
  } while (last !== undefined)
}
