/** Bytes of a response's body that are stored. */
export const EXCERPT_BYTES = 4_096;

/** The first bytes of a body as text. If the body breaks off or is too slow, the part received. */
export async function readExcerpt(response: Response): Promise<string | null> {
  const length = response.headers.get("content-length");
  if (length === "0") return null;
  const reader = response.body?.getReader();
  if (reader === undefined) return null;
  const kept = new Excerpt(length === null ? Number.POSITIVE_INFINITY : Number(length));
  try {
    while (!kept.isFull) {
      const { done, value } = await reader.read();
      if (done) break;
      kept.add(value);
    }
    if (kept.isCut) void reader.cancel().catch(() => {});
  } catch {
    // The head has arrived and decides the outcome; the end of the body does not matter.
  }
  return kept.text();
}

class Excerpt {
  #bytes: Uint8Array = new Uint8Array(0);

  /** @param length of the complete body. */
  constructor(private readonly length: number) {}

  /** Whether a longer body may be left unread. */
  get isCut(): boolean {
    return this.#bytes.length >= EXCERPT_BYTES;
  }

  get isFull(): boolean {
    return this.isCut || this.#bytes.length >= this.length;
  }

  add(part: Uint8Array): void {
    const room = part.subarray(0, EXCERPT_BYTES - this.#bytes.length);
    this.#bytes = this.#bytes.length === 0 ? room : Buffer.concat([this.#bytes, room]);
  }

  /** Whole characters only. */
  text(): string | null {
    if (this.#bytes.length === 0) return null;
    return new TextDecoder().decode(this.#bytes, { stream: true }).replaceAll("\0", "\ufffd");
  }
}
