/** A signed request, ready to send. */
export interface SignedRequest {
  method: string;
  url: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array | null;
  /** The file of the body; null if it was typed. */
  bodyFile: string | null;
}
