/** A request as it goes out, signed. */
export interface SignedRequest {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array | null;
  /** Where the body was read from; null where it was typed. */
  bodyFile: string | null;
}
