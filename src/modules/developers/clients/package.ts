/** A client as package managers install it. */
export interface ClientPackage {
  language: "typescript" | "python";
  name: string;
  file: string;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}
