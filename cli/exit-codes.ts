/** What was asked could not be done, or something wrong was found. */
export const exitFailed = 1
/** The command was not understood, or lacks what it needs. */
export const exitWrongUse = 2
