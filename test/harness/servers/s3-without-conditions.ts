import type { S3Server } from "./s3.ts";

/** A proxy to a store that drops conditional headers, so that the store supports no lease. */
export function startUnconditional(to: S3Server): S3Server {
  const { hostname, port } = new URL(to.endpoint);
  type Half = { other: Promise<Bun.Socket<Half>>; held: Promise<void> };
  const listener = Bun.listen<Half>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open(client) {
        const other = Bun.connect<Half>({
          hostname,
          port: Number(port),
          data: { other: Promise.resolve(client), held: Promise.resolve() },
          socket: {
            data: (server, bytes) => passOn(server, Buffer.from(bytes)),
            close: () => void client.end(),
          },
        });
        client.data = { other, held: Promise.resolve() };
      },
      data: (client, bytes) => passOn(client, withoutCondition(Buffer.from(bytes))),
      close: (client) => void client.data.other.then((server) => server.end()),
    },
  });
  /** Forwards bytes in order, waiting for a slow receiver. */
  function passOn(from: Bun.Socket<Half>, bytes: Buffer): void {
    from.data.held = from.data.held.then(async () => {
      const other = await from.data.other;
      for (let sent = 0; sent < bytes.length; ) {
        const written = other.write(bytes.subarray(sent));
        if (written < 0) return;
        sent += written;
        if (written === 0) await Bun.sleep(1);
      }
    });
  }
  const stop = async () => {
    listener.stop(true);
    await to.stop();
  };
  return { ...to, endpoint: `http://127.0.0.1:${listener.port}`, stop };
}

/** Renames the conditional header to an unknown one of the same length. */
function withoutCondition(bytes: Buffer): Buffer {
  const at = bytes.toString("latin1").search(/\r\nif-none-match: \*\r\n/i);
  if (at !== -1) bytes.write("x-none-match1", at + 2, "latin1");
  return bytes;
}
