/** A command that cannot do what it was asked; the message is for the owner. */
export class CommandFailure extends Error {}
