/** A backup could not be made, proved or restored. The message gives the reason and the remedy. */
export class BackupError extends Error {}
