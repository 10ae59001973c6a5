/** A remote answer is longer than its reader allows. */
export class AnswerTooLong extends Error {
  override readonly name = "AnswerTooLong";

  constructor(maxBytes: number) {
    super(`the answer is longer than ${maxBytes} bytes`);
  }
}

/**
 * The whole body of a remote answer, which must not fill our memory. @throws AnswerTooLong beyond `maxBytes`; the rest
 * is not read
 */
export async function readAnswer(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new AnswerTooLong(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
