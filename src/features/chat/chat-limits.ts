/** What a conversation may hold, in characters as a reader counts them; for the panel and the server alike. */
export const chatLimits = { messageCharacters: 2_000, messages: 40, characters: 24_000 } as const
