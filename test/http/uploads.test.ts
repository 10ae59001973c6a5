import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { Uploads } from "../../src/http/input/uploads.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { newIdempotencyKey, newNonce, sign } from "../harness/app/signing.ts";
import { openSocket, type SocketClient } from "../harness/app/socket.ts";
import { signedIn } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { until } from "../harness/until.ts";

/** Bodies during upload: limits of size and time, and refusals before the body is read. */

const CANARY = "/api/canary/echo";
const UNDER_WAY = 65_536;

let world: World;
let socket: SocketClient;
let key: IssuedKey;

beforeAll(async () => {
  world = await createWorld({
    MAX_BODY_BYTES: "32768",
    MAX_BODY_BYTES_UNDER_WAY: String(UNDER_WAY),
    BODY_TIMEOUT_SECONDS: "1",
    RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
    PARTNER_RATE_LIMIT_PER_MINUTE: "0",
  });
  socket = openSocket(world);
  key = await world.createKey("acme");
});

afterAll(async () => {
  await socket.stop();
  await world.close();
});

/** An open connection and the data received so far. */
interface OpenConnection {
  socket: Socket;
  received: () => string;
  closed: Promise<string>;
}

function open(text: string): OpenConnection {
  const connection = connect(socket.port, "127.0.0.1");
  let received = "";
  connection.on("data", (data) => {
    received += data.toString();
  });
  const closed = new Promise<string>((resolve) => connection.on("close", () => resolve(received)));
  connection.on("error", () => undefined);
  connection.write(text);
  return { socket: connection, received: () => received, closed };
}

const head = (path: string, ...lines: string[]) =>
  `${[`POST ${path} HTTP/1.1`, "Host: localhost", "Content-Type: application/json", ...lines].join("\r\n")}\r\n\r\n`;

/** The head of a signed credit whose body comes in chunks. */
function signedHead(body: string): string {
  const timestamp = Math.floor(world.clock.now() / 1000);
  const signed = sign(key, "POST", "/api/salutes/credit", { body, nonce: newNonce(), timestamp });
  const lines = Object.entries({ ...signed, "idempotency-key": newIdempotencyKey() });
  return head(
    "/api/salutes/credit",
    "Transfer-Encoding: chunked",
    ...lines.map(([name, value]) => `${name}: ${value}`),
  );
}

const underWay = () => world.services.http.uploads.bytesUnderWay;

describe("chunks", () => {
  const chunked = (bytes: number) =>
    `${head(CANARY, "Transfer-Encoding: chunked", "Connection: close")}${"1\r\n \r\n".repeat(bytes)}`;

  test("8,000 of one byte are one body", async () => {
    const body = JSON.stringify({ message: "hello", request_id: "canary-0001" });
    const answer = await open(`${chunked(8_000)}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`).closed;
    expect(answer).toStartWith("HTTP/1.1 200");
    expect(underWay()).toBe(0);
  });

  test("250,000 of one byte are 413 with a message", async () => {
    const answer = await open(`${chunked(250_000)}0\r\n\r\n`).closed;
    expect(answer).toStartWith("HTTP/1.1 413");
    expect(answer).toContain("chunks");
    expect(underWay()).toBe(0);
  });

  test("8,193 are refused without reading on", async () => {
    let read = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          read++;
          controller.enqueue(new Uint8Array(1));
        },
      },
      { highWaterMark: 0 },
    );
    const uploads = new Uploads({ maxBytes: 100_000, maxBytesUnderWay: 1_000_000, timeoutMs: 60_000 });
    const refused = await uploads
      .read(new Request("http://localhost/", { method: "POST", body }), "198.51.100.1")
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "payload_too_large" });
    expect(read).toBe(8_193);
  });
});

describe("large bodies that arrive together", () => {
  test("are processed one per turn of the event loop, so that other requests are answered in between", async () => {
    const uploads = new Uploads({ maxBytes: 100_000, maxBytesUnderWay: 1_000_000, timeoutMs: 5_000 });
    const turnsOf = async (bytes: number) => {
      let turn = 0;
      let isOver = false;
      const count = () => {
        turn++;
        if (!isOver) setImmediate(count);
      };
      setImmediate(count);
      const body = "x".repeat(bytes);
      const request = () =>
        new Request("http://localhost/", {
          method: "POST",
          body,
          headers: { "content-length": String(bytes) },
        });
      const turns = await Promise.all(
        Array.from({ length: 8 }, () => uploads.read(request(), "198.51.100.1").then(() => turn)),
      );
      isOver = true;
      return new Set(turns).size;
    };
    expect(await turnsOf(60_000)).toBe(8);
    expect(await turnsOf(1_000)).toBeLessThan(8);
  });
});

describe("uploads in progress", () => {
  test("use at most MAX_BODY_BYTES_UNDER_WAY over all connections; above it 503 overloaded with Retry-After", async () => {
    const slow = [0, 1].map(() => open(head(CANARY, "Content-Length: 32768")));
    await until(() => underWay() === UNDER_WAY);
    const refused = await socket.send("POST", CANARY, {
      body: '{"message":"hello","request_id":"canary-0001"}',
    });
    expect([refused.status, refused.json.error]).toEqual([503, "overloaded"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const each of slow) each.socket.destroy();
    await until(() => underWay() === 0);
    const taken = await socket.send("POST", CANARY, {
      body: '{"message":"hello","request_id":"canary-0001"}',
    });
    expect(taken.status).toBe(200);
  });

  test.each([
    ["with Content-Length", "Content-Length: 30000", ""],
    ["in chunks", "Transfer-Encoding: chunked", "1\r\n{\r\n"],
  ])(
    "a body %s that does not arrive within BODY_TIMEOUT_SECONDS is 400, and the connection is closed",
    async (_, line, start) => {
      const answer = await open(head(CANARY, line) + start).closed;
      expect(answer).toStartWith("HTTP/1.1 400");
      expect(answer).toContain("invalid_payload");
      expect(underWay()).toBe(0);
    },
  );

  test.each([
    ["with Content-Length", "Content-Length: 30000", "{"],
    ["in chunks", "Transfer-Encoding: chunked", "1\r\n{\r\n"],
  ])("an upload %s aborted by its client is not a server error", async (_, line, start) => {
    const from = world.logged.length;
    const upload = open(head(CANARY, line) + start);
    await until(() => underWay() > 0);
    upload.socket.destroy();
    await until(() => underWay() === 0);
    await until(() => world.logged.slice(from).some((each) => each.includes('"status":400')));
    expect(world.logged.slice(from).filter((each) => each.includes("request failed"))).toEqual([]);
  });
});

describe("lengths that are only announced", () => {
  const silent = (bytes: number) => {
    const body = new ReadableStream({ pull: () => new Promise<void>(() => {}) });
    return new Request("http://localhost/", {
      method: "POST",
      body,
      headers: { "content-length": String(bytes) },
    });
  };
  const small = () => {
    const body = '{"amount":1}';
    return new Request("http://localhost/", {
      method: "POST",
      body,
      headers: { "content-length": String(body.length) },
    });
  };

  test("of one sender leave room for the small bodies of others, and only for those", async () => {
    const uploads = new Uploads({ maxBytes: 250_000, maxBytesUnderWay: 1_000_000, timeoutMs: 200 });
    const held = [0, 1, 2, 3].map(() => uploads.read(silent(250_000), "198.51.100.1").catch(() => null));
    const refused = (request: Request, holder: string) =>
      expect(uploads.read(request, holder)).rejects.toMatchObject({ code: "overloaded" });
    await refused(small(), "198.51.100.1");
    await refused(silent(20_000), "198.51.100.2");
    expect((await uploads.read(small(), "198.51.100.2")).length).toBe(12);
    const little = Array.from({ length: 20 }, (_, sender) =>
      uploads.read(silent(15_000), `203.0.113.${sender}`).catch(({ code }) => code),
    );
    expect((await Promise.all(little)).filter((code) => code === "overloaded")).toHaveLength(12);
    await Promise.all(held);
    expect(uploads.bytesUnderWay).toBe(0);
  });
});

describe("a chunked body's trailer", () => {
  const credit = (userId: number) => JSON.stringify({ user_id: userId, amount: 5, reason: "quest" });

  test("refused by the server commits nothing", async () => {
    const userId = await world.createUser(key, "zoe");
    for (const trailer of ["X T bad\r\n\r\n", "X-Trailer: 1\r\n\r\n"]) {
      const body = credit(userId);
      const answer = await open(
        `${signedHead(body)}${body.length.toString(16)}\r\n${body}\r\n0\r\n${trailer}`,
      ).closed;
      expect(answer).toStartWith("HTTP/1.1 400");
    }
    const { json } = await world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key });
    expect(json.balance).toBe(0);
  });

  test("that arrives late and is refused before the commit commits nothing", async () => {
    const userId = await world.createUser(key, "mia");
    const body = credit(userId);
    const other = new Database(join(world.dataDir, "live.db"));
    other.run("BEGIN IMMEDIATE");
    const late = open(`${signedHead(body)}${body.length.toString(16)}\r\n${body}\r\n0\r\n`);
    await until(() => world.services.live.writer.waiting > 0);
    late.socket.write("X T bad\r\n\r\n");
    expect(await late.closed).toStartWith("HTTP/1.1 400");
    other.run("ROLLBACK");
    other.close();
    await until(() => world.services.live.writer.waiting === 0);
    const { json } = await world.call("GET", `/api/salutes/balance?user_id=${userId}`, { key });
    expect(json.balance).toBe(0);
  });

  test("that arrives late and is refused before a form's commit commits nothing", async () => {
    const owner = await signedIn(world, "boss", "owner");
    const page = await owner.open("/admin/safe-mode");
    const token = /name="csrf_token" value="([^"]*)"/.exec(page.text)?.[1] ?? "";
    const body = new URLSearchParams({ csrf_token: token, state: "on", reason: "trailer" }).toString();
    const lines = [
      "POST /admin/safe-mode HTTP/1.1",
      "Host: localhost",
      "Content-Type: application/x-www-form-urlencoded",
      "Sec-Fetch-Site: same-origin",
      `Cookie: ${owner.cookie()}`,
      "Transfer-Encoding: chunked",
    ];
    const other = new Database(join(world.dataDir, "live.db"));
    other.run("BEGIN IMMEDIATE");
    const late = open(`${lines.join("\r\n")}\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n`);
    await until(() => world.services.live.writer.waiting > 0);
    late.socket.write("X T bad\r\n\r\n");
    expect(await late.closed).toStartWith("HTTP/1.1 400");
    other.run("ROLLBACK");
    other.close();
    await until(() => world.services.live.writer.waiting === 0);
    expect((await owner.open("/admin/safe-mode")).text).not.toContain("trailer");
  });

  test("that arrives late and is refused after the commit has already been answered", async () => {
    const userId = await world.createUser(key, "ada");
    const body = credit(userId);
    const late = open(`${signedHead(body)}${body.length.toString(16)}\r\n${body}\r\n0\r\n`);
    await until(() => late.received().includes("\r\n\r\n{"));
    late.socket.write("X T bad\r\n\r\n");
    expect(await late.closed).toStartWith("HTTP/1.1 200");
  });
});

describe("before any of the body is read", () => {
  test("a public post above its limit is 429", async () => {
    const limited = await createWorld({ RATE_LIMIT_PUBLIC_API_PER_MIN: "1" });
    const client = openSocket(limited);
    const first = await client.send("POST", CANARY, {
      body: '{"message":"hello","request_id":"canary-0001"}',
    });
    expect(first.status).toBe(200);
    const refused = await client.send("POST", CANARY, { headers: { "content-length": "100" } });
    expect([refused.status, refused.json.error]).toEqual([429, "rate_limited"]);
    await client.stop();
    await limited.close();
  });

  test("an operators' post without a session is 403", async () => {
    const refused = await socket.send("POST", "/admin/backup/run", { headers: { "content-length": "100" } });
    expect([refused.status, refused.json.error]).toEqual([403, "forbidden"]);
  });
});
