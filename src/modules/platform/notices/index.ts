/** Work that waits for an operator, and the page for it. */
export interface Notice {
  status: "ok" | "warn" | "bad";
  message: string;
  /** A page of the build. */
  path: string;
}
