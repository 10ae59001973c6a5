import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import { Type } from "@sinclair/typebox";
import { Cacheable } from "../../src/http/answers/answer.ts";
import {
  type Access,
  anyone,
  type Operation,
  operator,
  partner,
  readOperation,
} from "../../src/http/operation.ts";
import { sha256Hex } from "../../src/kit/crypto/seal.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { createOperator } from "../../src/modules/access/operators/index.ts";
import { STYLESHEET } from "../../src/pages/index.ts";
import { callCustom } from "../harness/app/custom-operation.ts";
import { PROOF_JOBS, runJobs } from "../harness/app/jobs.ts";
import { openSocket, type SocketClient } from "../harness/app/socket.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { putRuns } from "../modules/transparency/public-audits/fixture.ts";

let world: World;
let socket: SocketClient;
let key: IssuedKey;

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_PUBLIC_API_PER_MIN: "0" });
  socket = openSocket(world);
  key = await world.createKey("acme");
  const rows = Array.from({ length: 300 }, (_, index) => ({
    signature: null,
    type: "failed_burst",
    details: { index },
  }));
  await runJobs(world, ...PROOF_JOBS, "proofs");
  await putRuns(world, { run: RUN, rows });
});

afterAll(async () => {
  await socket.stop();
  await world.close();
});

const RUN = "20261121T011000Z";
const EXPORT = "/transparency/audit-anomalies/export";
const DECODED = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
const ENCODINGS = ["zstd", "br", "gzip"] as const;
const ALL = "gzip, deflate, br, zstd";

/** The bytes as sent. */
async function fetchRaw(target: string, headers: Record<string, string> = {}, method = "GET") {
  const url = `http://127.0.0.1:${socket.port}${target}`;
  const answer = await fetch(url, {
    method,
    headers: { "accept-encoding": "identity", ...headers },
    decompress: false,
  });
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}

describe.each(["/log/verifier.js", "/api/openapi.json", STYLESHEET.path, "/transparency"])("%s", (target) => {
  test.each(ENCODINGS)("has the same bytes after decoding %s, and fewer before", async (encoding) => {
    const plain = await fetchRaw(target);
    const encoded = await fetchRaw(target, { "accept-encoding": encoding });
    expect([plain.status, plain.headers.get("content-encoding"), plain.headers.get("vary")]).toEqual([
      200,
      null,
      "Accept-Encoding",
    ]);
    expect([encoded.status, encoded.headers.get("content-encoding"), encoded.headers.get("vary")]).toEqual([
      200,
      encoding,
      "Accept-Encoding",
    ]);
    expect(DECODED[encoding](encoded.bytes).equals(plain.bytes)).toBe(true);
    expect(encoded.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(Number(encoded.headers.get("content-length"))).toBe(encoded.bytes.length);
    const again = await fetchRaw(target, { "accept-encoding": encoding });
    expect(again.bytes).toEqual(encoded.bytes);
  });

  test("HEAD has the headers of GET, in each coding", async () => {
    for (const encoding of ["identity", ...ENCODINGS]) {
      const get = await fetchRaw(target, { "accept-encoding": encoding });
      const head = await fetchRaw(target, { "accept-encoding": encoding }, "HEAD");
      expect(head.bytes.length).toBe(0);
      for (const name of [
        "content-encoding",
        "content-length",
        "content-type",
        "etag",
        "vary",
        "cache-control",
      ])
        expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
  });
});

describe("validators", () => {
  test("an asset of the pages is not sent again to a browser that has it, in each coding", async () => {
    for (const coding of ["identity", ...ENCODINGS]) {
      const accepted = { "accept-encoding": coding };
      const tag = (await fetchRaw(STYLESHEET.path, accepted)).headers.get("etag") ?? "";
      const again = await fetchRaw(STYLESHEET.path, { ...accepted, "if-none-match": tag });
      expect([coding, again.status, again.bytes.length]).toEqual([coding, 304, 0]);
      expect([again.headers.get("etag"), again.headers.get("vary")]).toEqual([tag, "Accept-Encoding"]);
      expect(again.headers.has("content-encoding")).toBe(false);
      const other = await fetchRaw(STYLESHEET.path, { ...accepted, "if-none-match": '"another"' });
      expect([coding, other.status]).toEqual([coding, 200]);
    }
  });

  test("each coding has a strong tag of its own, and 304 only for it", async () => {
    const codings = ["identity", ...ENCODINGS];
    const tags = new Map<string, string>();
    for (const coding of codings)
      tags.set(
        coding,
        (await fetchRaw("/log/verifier.js", { "accept-encoding": coding })).headers.get("etag") ?? "",
      );
    expect(new Set(tags.values()).size).toBe(4);
    for (const tag of tags.values()) expect(tag).toMatch(/^"[0-9a-f]{32}(-(zstd|br|gzip))?"$/);
    for (const coding of codings)
      for (const [other, tag] of tags) {
        const headers = { "accept-encoding": coding, "if-none-match": tag };
        const answer = await fetchRaw("/log/verifier.js", headers);
        expect([coding, other, answer.status]).toEqual([coding, other, coding === other ? 304 : 200]);
        expect(answer.headers.get("vary")).toBe("Accept-Encoding");
        if (coding !== other) continue;
        expect([answer.bytes.length, answer.headers.get("etag")]).toEqual([0, tag]);
        expect(answer.headers.has("content-encoding")).toBe(false);
      }
  });

  test("a date is enough for 304", async () => {
    const { headers } = await fetchRaw("/log/verifier.js", { "accept-encoding": ALL });
    const since = { "accept-encoding": ALL, "if-modified-since": headers.get("last-modified") ?? "" };
    expect((await fetchRaw("/log/verifier.js", since)).status).toBe(304);
  });
});

test("a logged object keeps its hash, and is left alone while it is short", async () => {
  const objects = world.services.signedLog.db.read.all<{ sha256: string; size: number }>(
    "SELECT sha256, size FROM log_objects ORDER BY size",
  );
  expect(objects.map(({ size }) => size >= 1_024)).toContain(true);
  for (const { sha256, size } of [objects[0], objects.at(-1)].flatMap((object) => object ?? [])) {
    const answer = await fetchRaw(`/log/objects/${sha256}`, { "accept-encoding": "br" });
    const isLong = size >= 1_024;
    expect(answer.headers.get("content-encoding")).toBe(isLong ? "br" : null);
    expect(answer.headers.get("etag")).toBe(isLong ? `"${sha256}-br"` : `"${sha256}"`);
    const bytes = isLong ? brotliDecompressSync(answer.bytes) : answer.bytes;
    expect(sha256Hex(bytes)).toBe(sha256);
  }
});

test("a streamed export is compressed while it is read", async () => {
  const plain = await fetchRaw(EXPORT);
  const encoded = await fetchRaw(EXPORT, { "accept-encoding": ALL });
  expect([encoded.status, encoded.headers.get("content-encoding"), encoded.headers.get("vary")]).toEqual([
    200,
    "gzip",
    "Accept-Encoding",
  ]);
  expect(gunzipSync(encoded.bytes).equals(plain.bytes)).toBe(true);
  const [tag, encodedTag] = [plain, encoded].map(({ headers }) => headers.get("etag") ?? "");
  expect(encodedTag).toBe(`${tag?.slice(0, -1)}-gzip"`);
  const unchanged = { "accept-encoding": ALL, "if-none-match": encodedTag ?? "" };
  expect((await fetchRaw(EXPORT, unchanged)).status).toBe(304);
  const head = await fetchRaw(EXPORT, { "accept-encoding": ALL }, "HEAD");
  expect([head.status, head.headers.get("content-encoding"), head.headers.get("etag")]).toEqual([
    200,
    "gzip",
    encodedTag ?? null,
  ]);
});

const response = Type.Object({ text: Type.String() });
const base = { id: "long", group: "test", summary: "test", response, path: "/test/long" } as const;
const long = (access: Access, method: "GET" | "POST" = "GET", length = 5_000): Operation =>
  readOperation({ ...base, method, access, read: () => ({ text: "x".repeat(length) }) });

/** The headers of an answer for a caller that accepts every coding. */
async function headersOf(operation: Operation, call: Parameters<typeof callCustom>[2] = {}) {
  const answer = await callCustom(world, operation, {
    ...call,
    headers: { ...call.headers, "accept-encoding": ALL },
  });
  expect(answer.status).toBe(200);
  return [answer.headers.get("content-encoding"), answer.headers.get("vary")];
}

describe("what is compressed", () => {
  test("a public JSON object above 1 KB", async () => {
    expect(await headersOf(long(anyone()))).toEqual(["zstd", "Accept-Encoding"]);
    expect(await headersOf(long(anyone()), { query: "?include_meta" })).toEqual(["zstd", "Accept-Encoding"]);
    expect(await headersOf(long(anyone(), "GET", 900))).toEqual([null, null]);
  });

  test("not the answer to a change", async () => {
    expect(await headersOf(long(anyone(), "POST"))).toEqual([null, null]);
  });

  test("not what partners or operators get: it may mix secrets with input (BREACH)", async () => {
    const actor = { kind: "command", name: "test" } as const;
    const { token } = await world.services.live.writer.run((tx) =>
      createOperator(tx, actor, { baseUrl: "http://x", name: "ops", role: "viewer" }),
    );
    const authorization = { authorization: `Bearer ${token}` };
    expect(await headersOf(long(partner("read")), { key })).toEqual([null, null]);
    expect(await headersOf(long(operator("viewer")), { headers: authorization })).toEqual([null, null]);
    const kept = readOperation({
      ...base,
      method: "GET",
      access: partner("read"),
      read: () => new Cacheable({ text: "x".repeat(5_000) }, 0, 60),
    });
    expect(await headersOf(kept, { key })).toEqual([null, null]);
  });

  test.each([
    ["an object", (): object => ({ text: "x".repeat(5_000) })],
    ["a kept one", () => new Cacheable({ text: "x".repeat(5_000) }, 0, 60)],
  ])("not %s that must not be stored, since it may hold a secret", async (_, read) => {
    const operation = readOperation({
      ...base,
      method: "GET",
      access: anyone(),
      read: ({ responseHeaders }) => {
        responseHeaders["cache-control"] = "no-store";
        return read();
      },
    });
    expect(await headersOf(operation)).toEqual([null, null]);
  });

  test.each(["/claim", "/claim?code=none", "/admin/sign-in"])("not %s", async (target) => {
    const answer = await fetchRaw(target, { "accept-encoding": ALL, accept: "text/html" });
    expect([200, 400]).toContain(answer.status);
    expect(answer.bytes.length).toBeGreaterThan(1_024);
    expect([answer.headers.get("cache-control"), answer.headers.get("content-encoding")]).toEqual([
      "no-store",
      null,
    ]);
  });
});
