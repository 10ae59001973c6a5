import { afterAll, describe, expect, test } from "bun:test";
import { serve } from "bun";
import { stopAll } from "../processes/servers.ts";
import { type GeneratorResult, runGenerator } from "./generator.ts";
import { encode } from "./requests.ts";

/** Larger than the buffers of a socket and of the generator. */
const LARGE = "x".repeat(8_000_000);

afterAll(stopAll);

async function send(
  server: { port?: number; stop(closeAll: boolean): unknown },
  requests: Buffer[],
  { connections = 4, seconds = 0.3, loops = true } = {},
): Promise<GeneratorResult> {
  try {
    return await runGenerator({
      port: server.port ?? 0,
      pid: process.pid,
      connections,
      seconds,
      requests,
      loops,
    });
  } finally {
    await server.stop(true);
  }
}

describe.skipIf(Bun.which("cc") === null)("the load generator", () => {
  test("counts every answer once, whatever the size of request and answer, also without a body", async () => {
    const served: Record<string, number> = {};
    const server = serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const { pathname } = new URL(request.url);
        const kind = `${request.method} ${pathname} ${(await request.text()).length}`;
        served[kind] = (served[kind] ?? 0) + 1;
        if (pathname === "/unchanged") return new Response(null, { status: 304, headers: { etag: '"1"' } });
        return new Response(pathname === "/large" ? LARGE : "small");
      },
    });
    const sent = [
      encode("GET", "/small", {}),
      encode("HEAD", "/large", {}),
      encode("GET", "/unchanged", {}),
      encode("GET", "/large", {}),
      encode("POST", "/small", { "content-length": String(LARGE.length) }, LARGE),
    ];
    const { requests } = await send(server, sent, { seconds: 1 });
    const kinds = ["GET /large 0", "GET /small 0", "GET /unchanged 0", "HEAD /large 0"];
    expect(Object.keys(served).sort()).toEqual([...kinds, `POST /small ${LARGE.length}`]);
    const all = Object.values(served).reduce((sum, each) => sum + each, 0);
    expect(requests).toBeLessThanOrEqual(all);
    expect(requests).toBeGreaterThanOrEqual(all - 4);
  });

  test("a pause weighs in the corrected percentile by its length, in the plain one by its requests", async () => {
    let count = 0;
    const server = serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch() {
        if (++count % 200 === 0) await Bun.sleep(50);
        return new Response("ok");
      },
    });
    const result = await send(server, [encode("GET", "/", {})], { connections: 1, seconds: 1 });
    expect(result.p99CorrectedMs).toBeGreaterThan(25);
    expect(result.p99CorrectedMs).toBeGreaterThan(result.p99Ms);
  });

  test("a refusal fails the run", async () => {
    const server = serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: () => new Response("no", { status: 429 }),
    });
    await expect(send(server, [encode("GET", "/", {})])).rejects.toThrow(
      /requests were refused, and 0 broken/,
    );
  });

  test("a connection closed by the server fails the run", async () => {
    const server = Bun.listen({
      port: 0,
      hostname: "127.0.0.1",
      socket: { data: (socket) => void socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort") },
    });
    await expect(send(server, [encode("GET", "/", {})])).rejects.toThrow(
      "0 requests were refused, and 4 broken",
    );
  });

  test("an answer of unknown length fails the run", async () => {
    const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
    const server = Bun.listen({
      port: 0,
      hostname: "127.0.0.1",
      socket: { data: (socket) => void socket.write(chunked) },
    });
    await expect(send(server, [encode("GET", "/", {})])).rejects.toThrow("an answer has no Content-Length");
  });

  test("requests that may not be repeated end the run when none is left", async () => {
    let count = 0;
    const server = serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(`${++count}`) });
    const requests = Array.from({ length: 20 }, () => encode("GET", "/", {}));
    await expect(send(server, requests, { loops: false })).rejects.toThrow("the requests ran out");
    expect(count).toBeLessThanOrEqual(20);
  });
});
