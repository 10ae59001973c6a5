/** The store of the replica does not answer, or answers with something else than asked for. */
export class StoreError extends Error {}

/** This machine may not lead; the message says why, and what to do. */
export class LeaseError extends Error {}
