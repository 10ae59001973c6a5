import type { Socket } from "bun";

export interface LoadResult {
  requests_per_second: number;
  p50_ms: number;
  p99_ms: number;
  statuses: Record<string, number>;
}

interface Lane {
  sentAt: number;
  buffered: Buffer;
}

const HEAD_END = Buffer.from("\r\n\r\n");

/**
 * A closed loop over keep-alive connections: each sends its next request after the complete answer to the last one.
 * Requests are prepared as bytes, so that signing and building them is not measured.
 */
export async function runLoad(options: {
  port: number;
  connections: number;
  seconds: number;
  /** The bytes of the n-th request; null ends the run early. */
  next: (index: number) => Buffer | null;
}): Promise<LoadResult> {
  const durations: number[] = [];
  const statuses: Record<string, number> = {};
  let index = 0;
  const startedAt = performance.now();
  const endAt = startedAt + options.seconds * 1000;
  let open = options.connections;
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();

  function sendNext(socket: Socket<Lane>): void {
    const request = performance.now() < endAt ? options.next(index++) : null;
    if (request === null) {
      socket.end();
      return;
    }
    socket.data.sentAt = performance.now();
    socket.write(request);
  }

  for (let lane = 0; lane < options.connections; lane++) {
    await Bun.connect<Lane>({
      hostname: "127.0.0.1",
      port: options.port,
      data: { sentAt: 0, buffered: Buffer.alloc(0) },
      socket: {
        open: sendNext,
        data(socket, chunk) {
          const { data } = socket;
          data.buffered =
            data.buffered.length === 0 ? Buffer.from(chunk) : Buffer.concat([data.buffered, chunk]);
          const size = answerSize(data.buffered);
          if (size === null || data.buffered.length < size) return;
          const status = data.buffered.toString("latin1", 9, 12);
          statuses[status] = (statuses[status] ?? 0) + 1;
          durations.push(performance.now() - data.sentAt);
          data.buffered = data.buffered.subarray(size);
          sendNext(socket);
        },
        close() {
          if (--open === 0) finish();
        },
        error() {},
      },
    });
  }
  await finished;
  const elapsed = Math.min(performance.now(), endAt) - startedAt;
  durations.sort((a, b) => a - b);
  const at = (share: number) =>
    Math.round((durations[Math.floor(durations.length * share)] ?? 0) * 100) / 100;
  return {
    requests_per_second: Math.round(durations.length / (elapsed / 1000)),
    p50_ms: at(0.5),
    p99_ms: at(0.99),
    statuses,
  };
}

/** Total bytes of head and body; null while the head is incomplete. */
function answerSize(buffered: Buffer): number | null {
  const headEnd = buffered.indexOf(HEAD_END);
  if (headEnd === -1) return null;
  const length = /content-length: (\d+)/i.exec(buffered.toString("latin1", 0, headEnd))?.[1];
  return headEnd + HEAD_END.length + Number(length ?? 0);
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
