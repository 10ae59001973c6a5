/** Bytes of a response's body that are stored. */
export const EXCERPT_BYTES = 4_096;

/** The first bytes of a body as text: whole characters only. Null without a body. */
export function toExcerpt(body: Buffer): string | null {
  if (body.length === 0) return null;
  return new TextDecoder().decode(body, { stream: true }).replaceAll("\0", "\ufffd");
}
