/** A key file cannot be copied; the message says why and what to do. */
export class KeyFileError extends Error {}
