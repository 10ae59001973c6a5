import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { openSocket, type SocketClient } from "../harness/app/socket.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** The signed spelling of a target (contract section 3), through a real socket, as Bun normalises targets. */

let world: World;
let socket: SocketClient;
let key: IssuedKey;

beforeAll(async () => {
  world = await createWorld({ PARTNER_RATE_LIMIT_PER_MINUTE: "0", RATE_LIMIT_FAILED_AUTH_PER_MIN: "0" });
  socket = openSocket(world);
  key = await world.createKey("acme");
  await world.createUser(key, "zoe");
});

afterAll(async () => {
  await socket.stop();
  await world.close();
});

const RESPELLED = ["'", '"', "<", ">", "{", "}", "^", "`"];
const KEPT = ["|", "\\", "[", "]", "(", ")", "~", "!", "*", ";", "@", "$", ":"];
const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
const ledger = (text: string) => `/api/salutes/ledger?idempotency_key=${text}`;

describe("the signed spelling is the one sent", () => {
  test.each([...RESPELLED, ...KEPT])("%s unescaped and escaped", async (character) => {
    for (const spelling of [character, escaped(character)]) {
      const answer = await socket.send("GET", ledger(`a${spelling}b`), { key });
      expect([spelling, answer.status, answer.json.query?.idempotency_key]).toEqual([
        spelling,
        200,
        `a${character}b`,
      ]);
    }
  });

  test("all together, either unescaped or escaped; a mixture is refused", async () => {
    const plain = RESPELLED.join("");
    const written = RESPELLED.map(escaped).join("");
    expect((await socket.send("GET", ledger(plain), { key })).status).toBe(200);
    expect((await socket.send("GET", ledger(written), { key })).status).toBe(200);
    expect((await socket.send("GET", ledger(`"${escaped("'")}`), { key })).status).toBe(401);
  });

  test("no other spelling is equivalent: an unnecessary escape makes another target", async () => {
    const signedTarget = ledger("abc");
    expect((await socket.send("GET", ledger("a%62c"), { key, signedTarget })).status).toBe(401);
    expect((await socket.send("GET", ledger("a%62c"), { key })).status).toBe(200);
  });

  test("a parameter's order counts", async () => {
    const signedTarget = "/api/salutes/ledger?limit=1&order=asc";
    expect(
      (await socket.send("GET", "/api/salutes/ledger?order=asc&limit=1", { key, signedTarget })).status,
    ).toBe(401);
  });
});

describe("a signature is valid only for its target, with any Host header", () => {
  test("without Host, as HTTP/1.0 allows, the whole target is signed", async () => {
    const answer = await socket.send("GET", "/api/salutes/balance?user_id=1", { key, host: null });
    expect(answer.status).toBe(200);
  });

  test("the absolute form is signed as its path and query", async () => {
    const signedTarget = "/api/salutes/balance?user_id=1";
    const answer = await socket.send("GET", `http://elsewhere${signedTarget}`, { key, signedTarget });
    expect(answer.status).toBe(200);
  });

  test.each(["", "x y", "x/y", "x#", "x?y=", "a@b/c"])(
    "a captured credit cannot be sent as a debit with the Host %p",
    async (host) => {
      const signedTarget = "/api/salutes/credit";
      const body = '{"user_id":1,"amount":5,"reason":"quest"}';
      const answer = await socket.send("POST", `/api/salutes/debit?x=//h${signedTarget}`, {
        key,
        signedTarget,
        body,
        host,
      });
      expect([answer.status, answer.json.error]).toEqual([401, "unauthorized"]);
    },
  );
});
