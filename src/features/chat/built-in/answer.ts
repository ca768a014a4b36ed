/** What is said to one question: sentences, the most important first, and a question back. */
export type Answer = { says: readonly string[]; next: string }
