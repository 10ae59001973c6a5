/** A block of a stream of events. */
export interface StreamBlock {
  /** Null if the block names none. */
  id: string | null;
  /** Null for a block without data. */
  data: string | null;
}

/** Splits server-sent events into blocks; comments are left out. */
export async function* readStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<StreamBlock, void> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) yield readBlock(block);
  }
}

function readBlock(block: string): StreamBlock {
  const read: StreamBlock = { id: null, data: null };
  for (const line of block.split("\n")) {
    const [, name, value] = /^(id|data): ?(.*)$/.exec(line) ?? [];
    if (name === "id") read.id = value ?? "";
    if (name === "data") read.data = value ?? "";
  }
  return read;
}
