import { afterAll, beforeAll, describe, expect, setDefaultTimeout, spyOn, test } from "bun:test";
import { connect } from "node:net";
import { CSV_TYPE, streamText } from "../../src/http/answers/stream.ts";
import { partner, readOperation } from "../../src/http/operation.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { callCustom } from "../harness/app/custom-operation.ts";
import { sign } from "../harness/app/signing.ts";
import { openSocket, type SocketClient } from "../harness/app/socket.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Streamed exports (contract section 2): bounded memory, complete rows, same data as the JSON. */

/** Timeout for 22 MB on a loaded machine. */
setDefaultTimeout(60_000);

const ROWS = 200_000;
/** Rows that an export reads at once. */
const PAGE_ROWS = 200;
const TARGET = "/api/salutes/ledger.csv?order=asc";
const HEADER =
  "id,user_id,delta,balance_after,reason,source,idempotency_key,partner_key_id,created_at,reversed_by,reverses,metadata";

let world: World;
let socket: SocketClient;
let key: IssuedKey;

beforeAll(async () => {
  world = await createWorld({ PARTNER_RATE_LIMIT_PER_MINUTE: "0" });
  socket = openSocket(world);
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  await world.services.live.writer.run((tx) => {
    tx.run(
      `WITH RECURSIVE row(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM row WHERE id < ?)
         INSERT INTO ledger_entries
         SELECT id, 1, 1, 1, id, 'quest', 'api', 'partner', 'k' || id, 'h', 200, ?, NULL, 1795255200000 FROM row`,
      ROWS,
      key.key_id,
    );
    tx.run("UPDATE users SET balance = ?", ROWS);
  });
});

afterAll(async () => {
  await socket.stop();
  await world.close();
});

/** The signed request for the export, as the bytes that a client sends. */
function request(): string {
  const headers = sign(key, "GET", TARGET, { timestamp: Math.floor(world.clock.now() / 1000) });
  const lines = Object.entries({ host: "localhost", connection: "close", ...headers });
  return `GET ${TARGET} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

test("all 200,000 rows are exported in order, each once, terminated by CRLF", async () => {
  const answer = await socket.send("GET", TARGET, { key });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, CSV_TYPE]);
  const lines = answer.text.split("\r\n");
  expect([lines.length, lines[0], lines.at(-1)]).toEqual([ROWS + 2, HEADER, ""]);
  const wrong = lines.slice(1, -1).findIndex((line, index) => !line.startsWith(`${index + 1},1,0.01,`));
  expect(wrong).toBe(-1);
  expect(lines[ROWS]).toBe(
    `${ROWS},1,0.01,2000,quest,api,k${ROWS},${key.key_id},2026-11-21T10:00:00.000Z,,,`,
  );
});

test("HEAD says no length, since the body is made as it is read", async () => {
  const head = await socket.send("HEAD", TARGET, { key });
  expect([head.status, head.text, head.headers.get("content-length")]).toEqual([200, "", null]);
});

test("a client that does not read delays only its own export", async () => {
  const client = connect(socket.port, "127.0.0.1");
  client.pause();
  const read = spyOn(world.services.live.read, "all");
  const pagesRead = () => read.mock.calls.filter(([text]) => text.includes("FROM ledger_entries")).length;
  client.write(request());
  for (let before = -1; pagesRead() === 0 || pagesRead() > before; ) {
    before = pagesRead();
    for (let i = 0; i < 20; i++) {
      const answer = await world.call("GET", "/api/salutes/balance?user_id=1", { key });
      expect(answer.status).toBe(200);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  // Part of the 22 MB is in socket buffers; the rest is not produced before it is read.
  expect(pagesRead()).toBeLessThan(ROWS / PAGE_ROWS / 2);
  let received = "";
  client.on("data", (data) => (received += data.toString("latin1")));
  const closed = new Promise((resolve) => client.on("close", resolve));
  client.resume();
  await closed;
  expect(pagesRead()).toBe(ROWS / PAGE_ROWS + 1);
  read.mockRestore();
  expect(received).toContain(`${ROWS},1,0.01`);
});

test("rows added during the export come at the end, none twice", async () => {
  const chunks: string[] = [];
  const client = connect(socket.port, "127.0.0.1");
  client.pause();
  client.write(request());
  await world.call("POST", "/api/salutes/credit", {
    key,
    body: { user_id: 1, amount: 7, reason: "meanwhile" },
  });
  client.on("data", (data) => chunks.push(data.toString("latin1")));
  const closed = new Promise((resolve) => client.on("close", resolve));
  client.resume();
  await closed;
  const ids = [...chunks.join("").matchAll(/(?:^|\n)(\d+),1,/g)].map((match) => Number(match[1]));
  expect(ids.length).toBe(new Set(ids).size);
  expect(ids.at(-1)).toBe(ROWS + 1);
});

const exporting = (chunks: () => Generator<string>) =>
  readOperation({
    id: "export",
    method: "GET",
    path: "/test/export",
    group: "test",
    summary: "Export",
    access: partner("ledger"),
    response: { mediaType: "text/csv", description: "rows" },
    read: () => streamText(chunks(), CSV_TYPE),
  });

describe("an export that fails", () => {
  test("before its first chunk gives an error answer", async () => {
    const failing = exporting(function* () {
      yield* [];
      throw new Error("no first chunk");
    });
    const answer = await callCustom(world, failing, { key });
    expect([answer.status, answer.json.error]).toEqual([500, "server_error"]);
  });

  test("midway is cut off, so that it cannot pass as complete, and the cause is logged", async () => {
    const failing = exporting(function* () {
      yield "a\r\n";
      yield "b\r\n";
      throw new Error("the disk went away");
    });
    const headers = { "x-request-id": "cut-off-midway" };
    await expect(callCustom(world, failing, { key, headers })).rejects.toThrow();
    const line = world.logged
      .map((each) => JSON.parse(each))
      .find((each) => each.message === "answer cut off");
    expect(line).toMatchObject({ level: "error", request_id: "cut-off-midway" });
    expect(line.error).toContain("the disk went away");
  });
});

test("a client that disconnects ends its export", async () => {
  let ended = false;
  const response = streamText(
    (function* () {
      try {
        for (;;) yield "row\r\n";
      } finally {
        ended = true;
      }
    })(),
    CSV_TYPE,
  );
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(ended).toBe(true);
});
