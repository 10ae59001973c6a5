/** The replica's store cannot be reached, or gave an unexpected answer. */
export class StoreError extends Error {
  /** @param code of the store's answer, such as `AccessDenied`, or of the failed connection; null if there is none */
  constructor(
    message: string,
    readonly code: string | null = null,
  ) {
    super(message);
  }
}

/** This machine may not lead. The message gives the reason and the remedy. */
export class LeaseError extends Error {}
