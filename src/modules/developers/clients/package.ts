/** A client as an installable package. */
export interface ClientPackage {
  language: "typescript" | "python";
  name: string;
  file: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}
