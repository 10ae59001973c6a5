/** The replica's store cannot be reached, or gave an unexpected answer. */
export class StoreError extends Error {}

/** This machine may not lead. The message gives the reason and the remedy. */
export class LeaseError extends Error {}
