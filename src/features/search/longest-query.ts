/** Characters that a search may have; nobody types more by hand. */
export const longestQuery = 100
