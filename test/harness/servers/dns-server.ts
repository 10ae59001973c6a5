import { createSocket } from "node:dgram";

/** A local DNS server for the given names; other queries get no answer. */
export interface DnsServer {
  /** `address:port` */
  address: string;
  /** Queried names, with repeats. */
  asked: string[];
  close(): void;
}

/** @param answers IPv4 addresses by name; null for a name that does not exist. */
export async function startDnsServer(answers: Record<string, string[] | null>): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (query, from) => {
    const { name, end } = readName(query);
    asked.push(name);
    const known = answers[name];
    if (known === undefined) return;
    const isV4 = query.readUInt16BE(end) === 1;
    const reply = replyTo(query, end + 4, known === null ? null : isV4 ? known : []);
    socket.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", () => resolve()));
  return { address: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() };
}

/** The name in a query's question, and the offset after it. */
function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

function replyTo(query: Buffer, questionEnd: number, addresses: string[] | null): Buffer {
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(addresses === null ? 0x8183 : 0x8180, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses?.length ?? 0, 6);
  head.writeUInt32BE(0, 8);
  const records = (addresses ?? []).map((address) =>
    Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...address.split(".").map(Number)]),
  );
  return Buffer.concat([head, query.subarray(12, questionEnd), ...records]);
}
