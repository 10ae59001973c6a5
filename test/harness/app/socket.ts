import { connect } from "node:net";
import { buildApp } from "../../../src/app.ts";
import { allOperations } from "../../../src/compose/operations.ts";
import { checkDocumented } from "../checks/documented.ts";
import { type Credentials, newIdempotencyKey, newNonce, sign } from "./signing.ts";
import type { World } from "./world.ts";

export interface SendOptions {
  key?: Credentials;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
  /** Signed target, if different from the target sent. */
  signedTarget?: string;
  /** The Host header; null sends none, as HTTP/1.0 allows. */
  host?: string | null;
  /** Sends the body in chunks, without Content-Length. */
  chunked?: boolean;
}

export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers and assert their shape
  json: any;
}

/** The app behind a real socket, which shows how Bun's server treats requests. */
export interface SocketClient {
  port: number;
  /** Sends exactly this method and target, without normalisation by a client. */
  send(method: string, target: string, options?: SendOptions): Promise<RawAnswer>;
  /** Sends these bytes and returns everything received until the connection closes. */
  sendBytes(bytes: string | Uint8Array): Promise<string>;
  stop(): Promise<void>;
}

export function openSocket(world: World): SocketClient {
  const app = buildApp(world.services);
  app.listen({
    port: 0,
    hostname: "127.0.0.1",
    development: false,
    maxRequestBodySize: Number.MAX_SAFE_INTEGER,
  });
  const { server } = app;
  if (server?.port === undefined) throw new Error("the server did not start");
  const { port } = server;
  const operations = allOperations(world.services);

  async function send(method: string, target: string, options: SendOptions = {}): Promise<RawAnswer> {
    const { body = "", host = "localhost" } = options;
    const isMutation = method !== "GET" && method !== "HEAD";
    const headers: Record<string, string> = { connection: "close", ...(host === null ? {} : { host }) };
    if (body.length > 0) headers["content-type"] = "application/json";
    if (options.chunked === true) headers["transfer-encoding"] = "chunked";
    else if (body.length > 0) headers["content-length"] = String(Buffer.byteLength(body));
    if (options.key !== undefined) {
      const timestamp = Math.floor(world.clock.now() / 1000);
      const nonce = isMutation ? newNonce() : null;
      Object.assign(
        headers,
        sign(options.key, method, options.signedTarget ?? target, { body, nonce, timestamp }),
      );
      if (isMutation) headers["idempotency-key"] = newIdempotencyKey();
    }
    const lines = Object.entries({ ...headers, ...options.headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    const version = host === null ? "1.0" : "1.1";
    const head = `${[`${method} ${target} HTTP/${version}`, ...lines].join("\r\n")}\r\n\r\n`;
    const payload = options.chunked === true ? chunksOf(body) : Buffer.from(body);
    const answer = parseAnswer(await sendBytes(Buffer.concat([Buffer.from(head), payload])));
    checkDocumented(operations, method, target.replace(/^http:\/\/[^/]+/, ""), answer.status, answer.json);
    return answer;
  }

  function sendBytes(bytes: string | Uint8Array): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      const received: Uint8Array[] = [];
      socket.on("data", (data) => received.push(Buffer.from(data)));
      socket.on("close", () => resolve(Buffer.concat(received).toString("utf8")));
      socket.on("error", (error) => (received.length > 0 ? undefined : reject(error)));
      socket.write(bytes);
    });
  }

  return { port, send, sendBytes, stop: async () => void (await server.stop(true)) };
}

const CHUNK_BYTES = 16_384;

function chunksOf(body: string | Uint8Array): Buffer {
  const bytes = Buffer.from(body as string);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const part = bytes.subarray(at, at + CHUNK_BYTES);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

function parseAnswer(received: string): RawAnswer {
  const end = received.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = received.slice(0, end).split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => [
      line.slice(0, line.indexOf(":")),
      line.slice(line.indexOf(":") + 1).trim(),
    ]),
  );
  const rest = received.slice(end + 4);
  const text = headers.get("transfer-encoding") === "chunked" ? joinChunks(rest) : rest;
  const isJson = headers.get("content-type")?.startsWith("application/json") === true && text !== "";
  return { status: Number(statusLine.split(" ")[1]), headers, text, json: isJson ? JSON.parse(text) : null };
}

function joinChunks(text: string): string {
  let rest = Buffer.from(text);
  const parts: Buffer[] = [];
  for (;;) {
    const lineEnd = rest.indexOf("\r\n");
    const size = Number.parseInt(rest.subarray(0, lineEnd).toString(), 16);
    if (!(size > 0)) return Buffer.concat(parts).toString("utf8");
    parts.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    rest = rest.subarray(lineEnd + 2 + size + 2);
  }
}
