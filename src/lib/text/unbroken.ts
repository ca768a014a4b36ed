/** What stays on its line in spite of its hyphen: a number and what it counts (`72-hour`), a letter before a word (`e-mail`). */
export const unbroken = /((?<![\d\p{L}])(?:\d+|\p{L})-\p{L}+)/u
