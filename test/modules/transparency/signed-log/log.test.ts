import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { appendToLog } from "../../../../src/modules/transparency/signed-log/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { naivePath, naiveRoot } from "../../../harness/checks/naive-merkle.ts";
import { logNumbers, placeFarEntry, readText, servedVerifier } from "./fixture.ts";

const COUNT = 300;

function bundle(bytes: Uint8Array): Buffer[] {
  const entries: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = Buffer.from(bytes).readUInt16BE(at);
    entries.push(Buffer.from(bytes.slice(at + 2, at + 2 + length)));
    at += 2 + length;
  }
  return entries;
}

describe("the served log", () => {
  let world: World;

  beforeAll(async () => {
    world = await createWorld();
    await logNumbers(world, 0, 1);
    await logNumbers(world, 1, COUNT - 1);
  });
  afterAll(() => world.close());

  async function entries(): Promise<Buffer[]> {
    const [full, partial] = await Promise.all(
      ["000", "001.p/44"].map((tile) => world.call("GET", `/log/tile/entries/${tile}`)),
    );
    return [...bundle(full?.bytes ?? new Uint8Array()), ...bundle(partial?.bytes ?? new Uint8Array())];
  }

  test("a first start has a signed checkpoint of the empty tree, kept beside the database and readable only by its owner", async () => {
    const fresh = await createWorld();
    const { status, text, headers } = await fresh.call("GET", "/log/checkpoint");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(text.split("\n").slice(0, 3)).toEqual([
      "demo.invalid/log",
      "0",
      createHash("sha256").digest("base64"),
    ]);
    const kept = join(fresh.dataDir, "log.checkpoint");
    expect(readFileSync(kept, "utf8")).toBe(text);
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    await fresh.close();
  });

  test("an entry is the RFC 8785 form of kind, SHA-256, size, slot, time and path, and its object is served as logged", async () => {
    const all = await entries();
    expect(all).toHaveLength(COUNT);
    const object = '{"number":41}';
    const sha256 = createHash("sha256").update(object).digest("hex");
    expect(all[41]?.toString()).toBe(
      `{"kind":"number","sha256":"${sha256}","size":13,"slot":7,"taken_at":"2026-11-21T10:00:00.000Z","url":"/log/objects/${sha256}"}`,
    );
    const served = await world.call("GET", `/log/objects/${sha256}`);
    expect(served.text).toBe(object);
    expect(served.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(served.headers.get("cache-control")).toContain("immutable");
  });

  test("the checkpoint's root, the tiles and every proof match a naive tree over the entries", async () => {
    const all = await entries();
    const checkpoint = (await readText(world, "/log/checkpoint")).split("\n");
    expect(checkpoint.slice(0, 3)).toEqual([
      "demo.invalid/log",
      String(COUNT),
      naiveRoot(all).toString("base64"),
    ]);
    const tile = await world.call("GET", "/log/tile/0/000");
    expect(Buffer.from(tile.bytes).toString("hex")).toBe(
      all
        .slice(0, 256)
        .map((entry) => naiveRoot([entry]).toString("hex"))
        .join(""),
    );
    expect(tile.headers.get("content-type")).toBe("application/octet-stream");
    expect(tile.headers.get("cache-control")).toContain("immutable");
    const upper = await world.call("GET", "/log/tile/1/000.p/1");
    expect(Buffer.from(upper.bytes).toString("hex")).toBe(naiveRoot(all.slice(0, 256)).toString("hex"));
    for (const index of [0, 1, 255, 256, 299]) {
      const proof = await readText(world, `/log/proof/${index}`);
      const path = naivePath(index, all).map((hash) => `${hash.toString("base64")}\n`);
      expect(proof).toBe(
        `c2sp.org/tlog-proof@v1\nindex ${index}\n${path.join("")}\n${checkpoint.join("\n")}`,
      );
    }
  });

  test("partial tiles of every signed size are served; wider, empty or misspelled ones are not", async () => {
    for (const path of ["0/000.p/1", "entries/000.p/1", "0/000.p/255", "0/001.p/44", "entries/001.p/7"])
      expect((await world.call("GET", `/log/tile/${path}`)).status).toBe(200);
    const absent = ["0/001", "0/001.p/45", "0/002.p/1", "1/000", "1/000.p/2", "2/000.p/1", "64/000.p/1"];
    const misspelled = ["0/0", "0/x000/000", "0/000.p/0", "0/000.p/01", "0/x000/000.p/1"];
    for (const path of [...absent, ...misspelled, "entries/002.p/1", "0/x001/000", "0/x001/000.p/1"])
      expect([path, (await world.call("GET", `/log/tile/${path}`)).status]).toEqual([path, 404]);
    for (const path of ["00/000", "-1/000", "x/000", "0/000.q", "0/abc", "0/a/000", "0/a/b/000"])
      expect([path, (await world.call("GET", `/log/tile/${path}`)).status]).toEqual([path, 400]);
  });

  test("tiles with an index of 1000 or more have an additional path segment", async () => {
    const other = await createWorld();
    await placeFarEntry(other, 1, 256_000);
    expect((await other.call("GET", "/log/tile/0/x001/000.p/1")).bytes).toHaveLength(32);
    expect((await other.call("GET", "/log/tile/entries/x001/000.p/1")).text).toBe("\0\u0003far");
    expect((await other.call("GET", "/log/tile/0/x001/000.p/2")).status).toBe(404);
    await other.close();
  });

  test("missing items are 404, malformed names are 400", async () => {
    const unknown = "0".repeat(64);
    expect((await world.call("GET", `/log/objects/${unknown}`)).status).toBe(404);
    expect((await world.call("GET", `/log/proof/${COUNT}`)).status).toBe(404);
    expect((await world.call("GET", "/log/2/checkpoint")).status).toBe(404);
    const first = await world.call("GET", "/log/1/checkpoint");
    expect([first.status, first.json.message]).toEqual([404, expect.stringContaining("/log/checkpoint")]);
    for (const path of [
      "/log/objects/abc",
      "/log/proof/-1",
      "/log/proof/x",
      "/log/0/checkpoint",
      "/log/x/vkey",
    ])
      expect([path, (await world.call("GET", path)).status]).toEqual([path, 400]);
  });

  test("the checkpoint, vkey, proofs and verifier have validators and are readable from any origin", async () => {
    for (const path of ["/log/checkpoint", "/log/vkey", "/log/proof/3", "/log/verifier.js"]) {
      const first = await world.call("GET", path);
      expect(first.headers.get("access-control-allow-origin")).toBe("*");
      const again = await world.call("GET", path, {
        headers: { "if-none-match": first.headers.get("etag") ?? "" },
      });
      expect([path, again.status, again.text]).toEqual([path, 304, ""]);
    }
  });

  test("has its own limit of 1200 requests per minute and address", async () => {
    const { headers } = await world.call("GET", "/log/vkey");
    expect(headers.get("x-ratelimit-limit")).toBe("1200");
    expect(headers.get("ratelimit-policy")).toBe('"log";q=1200;w=60');
  });

  test("logging the same bytes again adds an entry but stores the object once", async () => {
    const other = await createWorld();
    await logNumbers(other, 1, 1);
    await logNumbers(other, 1, 1);
    expect((await readText(other, "/log/checkpoint")).split("\n")[1]).toBe("2");
    const { read } = other.services.signedLog.db;
    expect(read.get<{ count: number }>("SELECT COUNT(*) AS count FROM log_objects")?.count).toBe(1);
    await other.close();
  });

  test("nothing in the log can be changed or removed, not even by SQL", async () => {
    const { writer } = world.services.signedLog.db;
    for (const sql of [
      "UPDATE log_entries SET kind = 'x'",
      "DELETE FROM log_entries",
      "UPDATE log_nodes SET hash = x'00'",
      "DELETE FROM log_nodes",
      "UPDATE log_objects SET gzip = x'00'",
      "DELETE FROM log_objects",
      "UPDATE signed_logs SET origin = 'elsewhere/log'",
      "UPDATE signed_logs SET vkey = 'x'",
      "DELETE FROM signed_logs",
    ])
      await expect(writer.run((tx) => tx.run(sql))).rejects.toThrow();
  });

  test("without log.key the log is readable, grows and keeps its last note; once it is back everything is signed", async () => {
    const other = await createWorld();
    await logNumbers(other, 0, 2);
    const note = await readText(other, "/log/checkpoint");
    const { seed } = other.services.signedLog;
    other.services.signedLog.seed = null;
    await logNumbers(other, 2, 2);
    expect(await readText(other, "/log/checkpoint")).toBe(note);
    expect((await other.call("GET", "/log/tile/0/000.p/4")).status).toBe(200);
    expect((await other.call("GET", "/log/proof/2")).status).toBe(404);
    other.services.signedLog.seed = seed;
    await logNumbers(other, 4, 1);
    expect((await readText(other, "/log/checkpoint")).split("\n")[1]).toBe("5");
    await other.close();
  });

  test("production signs under the host of PUBLIC_BASE_URL, and nothing without it", async () => {
    const unset = await createWorld({ SALUTE_ENV: "production" });
    await logNumbers(unset, 0, 1);
    expect((await unset.call("GET", "/log/checkpoint")).status).toBe(404);
    expect((await unset.call("GET", "/log/vkey")).status).toBe(404);
    expect((await unset.call("GET", "/log/tile/entries/000.p/1")).status).toBe(200);
    expect(existsSync(join(unset.dataDir, "log.checkpoint"))).toBe(false);
    await unset.close();
    const named = await createWorld({
      SALUTE_ENV: "production",
      PUBLIC_BASE_URL: "https://salute.example:8443/base",
    });
    expect((await readText(named, "/log/checkpoint")).split("\n")[0]).toBe("salute.example:8443/log");
    expect(await readText(named, "/log/vkey")).toMatch(/^salute\.example:8443\/log\+[0-9a-f]{8}\+A/);
    await named.close();
  });

  test("concurrent appends each get their index, and one checkpoint covers them", async () => {
    const other = await createWorld();
    const item = (number: number) => ({
      kind: "number",
      text: String(number),
      mediaType: "application/json",
      slot: null,
      takenAt: other.clock.now(),
    });
    const done = await Promise.all(
      Array.from({ length: 20 }, (_, at) => appendToLog(other.services.signedLog, [item(at), item(at)])),
    );
    expect(done.flatMap(({ indexes }) => indexes).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 40 }, (_, at) => at),
    );
    expect(done.every(({ hold }) => hold === null)).toBe(true);
    expect((await readText(other, "/log/checkpoint")).split("\n")[1]).toBe("40");
    const verifier = await servedVerifier(other);
    const vkey = await readText(other, "/log/vkey");
    expect((await verifier.openCheckpoint(await readText(other, "/log/checkpoint"), vkey)).size).toBe(40);
    await other.close();
  });
});
