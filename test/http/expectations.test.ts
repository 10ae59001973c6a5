import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type TSchema, Type } from "@sinclair/typebox";
import { allOperations } from "../../src/compose/operations.ts";
import { expectation } from "../../src/http/schema/validate.ts";
import type { IssuedKey } from "../../src/modules/access/keys/index.ts";
import { sign } from "../harness/app/signing.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Messages for refused values, for all operations. */

let world: World;
let key: IssuedKey;

beforeAll(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
});

afterAll(() => world.close());

/** A shape and all shapes inside it that a refusal may describe, by path. */
function* shapesIn(shape: TSchema, place: string): Generator<[string, string]> {
  yield [place, expectation(shape)];
  for (const [name, inner] of Object.entries((shape.properties ?? {}) as Record<string, TSchema>))
    yield* shapesIn(inner, `${place}.${name}`);
  if (shape.items !== undefined && !Array.isArray(shape.items))
    yield* shapesIn(shape.items as TSchema, `${place}[]`);
  if (shape["x-expectation"] === undefined)
    for (const inner of (shape.anyOf ?? []) as TSchema[]) yield* shapesIn(inner, place);
}

test("no refusal shows a pattern or the name of a format", () => {
  const garbled = allOperations(world.services).flatMap(({ id, body, query, form, params }) =>
    [body, query, form, params]
      .filter((shape) => shape !== null)
      .flatMap((shape) => [...shapesIn(shape, id)])
      .filter(([, words]) => /matching|of the format|undefined|as described/.test(words)),
  );
  expect(garbled).toEqual([]);
});

const messageOf = async (body: object) => {
  const { json } = await world.call("POST", "/api/salutes/credit", {
    key,
    body: { user_id: 1, amount: 1, reason: "quest", ...body },
  });
  return json.message;
};

describe("a refusal of a credit", () => {
  test.each([
    [{ user_id: {} }, "Correct user_id: it must be a user's id such as 42, or ext: and your external_id."],
    [{ reson: "x" }, "Correct reson: it is not a known name here; did you mean reason?"],
    [
      { amount: "25" },
      "Correct amount: it must be a positive number with at most 2 decimals and 17 digits, at most 1000000000000, not text: write 25 without quotes.",
    ],
    [{ reason: "a b" }, "Correct reason: it must be 1 to 64 characters of A-Z a-z 0-9 . _ : -."],
  ])("%j states the expected value", async (body, message) => {
    expect(await messageOf(body)).toBe(message);
  });
});

test("an unknown parameter suggests the most similar known one", async () => {
  const { json } = await world.call("GET", "/api/salutes/balance?usr_id=1", { key });
  expect(json.message).toBe("Correct usr_id: it is not a parameter of this operation; did you mean user_id?");
});

test("a single choice is not shown as a list", async () => {
  const { json } = await world.call("POST", "/api/partner/users/1/wallets", {
    key,
    body: { blockchain: "eth", wallet_address: "4yJFgj9jGynuQTxxLtYTyAczeCvesmFUSfvakW3HTqJG" },
  });
  expect(json.message).toBe("Correct blockchain: it must be solana.");
});

test("a receiver in a private network names the required settings", async () => {
  const target = async (target_url: string) =>
    (
      await world.call("POST", "/api/partner/webhooks", {
        key,
        body: { event_type: "salutes.credit", target_url },
      })
    ).json.details[0].message;
  const need = "; for a receiver of your own network the server needs";
  expect(await target("http://127.0.0.1:9000/hook")).toBe(
    `must begin with https://${need} WEBHOOK_ALLOW_HTTP=1 and WEBHOOK_ALLOW_PRIVATE=1`,
  );
  expect(await target("https://localhost/hook")).toBe(
    `must be at an address of the public internet${need} WEBHOOK_ALLOW_PRIVATE=1`,
  );
  expect(await target("http://partner.example/hook")).toBe("must begin with https://");
});

test("a body that is not JSON is refused with the position of the error", async () => {
  const { status, json } = await world.call("POST", "/api/salutes/credit", { key, body: '{"user_id": 1,}' });
  expect([status, json.message]).toEqual([
    400,
    'Correct body: it must be valid JSON: "}" is not expected at line 1, column 15.',
  ]);
});

describe("a refused timestamp", () => {
  const sent = async (timestamp: number | string) => {
    const signed = sign(key, "GET", "/api/salutes/ledger", { timestamp: Number(timestamp) });
    const headers = { ...signed, "x-partner-timestamp": String(timestamp) };
    const { status, json } = await world.call("GET", "/api/salutes/ledger", { headers });
    return [status, json.message, json.server_time, json.skew_seconds];
  };

  test("returns the server's time and the skew, and recognises milliseconds", async () => {
    const now = Math.floor(world.clock.now() / 1000);
    const wanted = `Send X-Partner-Timestamp as Unix seconds within 300 s of now: the server's time is ${now}, this one is`;
    expect(await sent(now - 900)).toEqual([401, `${wanted} 900 s behind.`, now, -900]);
    expect(await sent(now + 400)).toEqual([401, `${wanted} 400 s ahead.`, now, 400]);
    expect(await sent(now * 1000)).toEqual([401, `${wanted} in milliseconds.`, now, null]);
    const bare = wanted.replace(", this one is", ".");
    expect(await sent("abc")).toEqual([401, bare, now, null]);
  });
});

test("too many failed authentications: the 429 names that limit", async () => {
  const wrong = { "x-partner-signature": "0".repeat(64) };
  const fail = () => {
    const timestamp = Math.floor(world.clock.now() / 1000);
    const headers = { ...sign(key, "GET", "/api/salutes/ledger", { timestamp }), ...wrong };
    return world.call("GET", "/api/salutes/ledger", { headers });
  };
  let answer = await fail();
  for (let count = 0; count < 40 && answer.status === 401; count++) answer = await fail();
  expect([answer.status, answer.json.message]).toEqual([
    429,
    expect.stringMatching(
      /^Wait \d+ s: 30 failed authentications from one address per minute are allowed here\.$/,
    ),
  ]);
});

test("an unknown parameter suggests the nearest that is known", async () => {
  const { json } = await world.call("GET", "/api/salutes/balance?usr_id=1", { key });
  expect(json.message).toBe("Correct usr_id: it is not a parameter of this operation; did you mean user_id?");
});

test("a choice of one is no list", async () => {
  const { json } = await world.call("POST", "/api/partner/users/1/wallets", {
    key,
    body: { blockchain: "eth", wallet_address: "4yJFgj9jGynuQTxxLtYTyAczeCvesmFUSfvakW3HTqJG" },
  });
  expect(json.message).toBe("Correct blockchain: it must be solana.");
});

test("a receiver of one's own network names the settings that it needs", async () => {
  const target = async (target_url: string) =>
    (
      await world.call("POST", "/api/partner/webhooks", {
        key,
        body: { event_type: "salutes.credit", target_url },
      })
    ).json.details[0].message;
  const need = "; for a receiver of your own network the server needs";
  expect(await target("http://127.0.0.1:9000/hook")).toBe(
    `must begin with https://${need} WEBHOOK_ALLOW_HTTP=1 and WEBHOOK_ALLOW_PRIVATE=1`,
  );
  expect(await target("https://localhost/hook")).toBe(
    `must be at an address of the public internet${need} WEBHOOK_ALLOW_PRIVATE=1`,
  );
  expect(await target("http://partner.example/hook")).toBe("must begin with https://");
});

test("a text of the wrong length, or a number out of its range, is told the right one", () => {
  expect(expectation(Type.String({ minLength: 1, maxLength: 256 }))).toBe("a string of 1 to 256 characters");
  expect(expectation(Type.String({ maxLength: 64 }))).toBe("a string of at most 64 characters");
  expect(expectation(Type.String())).toBe("a string");
  expect(expectation(Type.Number({ exclusiveMinimum: 0, maximum: 9 }))).toBe("a number above 0 and up to 9");
});
