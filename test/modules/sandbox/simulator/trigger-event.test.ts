import { afterEach, beforeEach, expect, test } from "bun:test";
import { createValidator } from "../../../../src/http/schema/validate.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { EVENT_CATALOGUE, EVENT_TYPES } from "../../../../src/modules/webhooks/events/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { broken } from "../../webhooks/deliveries/fixture.ts";

const TRIGGER = "/api/partner/sandbox/events/trigger";
const LIMITS = {
  RATE_LIMIT_WEBHOOK_PER_MIN: "0",
  PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "0",
};

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld(LIMITS);
  key = await world.createKey("acme", "sandbox");
});

afterEach(() => world.close());

test("a sample of every type is an event of the sandbox, with the data of its shape, and is delivered there", async () => {
  for (const event_type of EVENT_TYPES) {
    const made = await world.call("POST", TRIGGER, { key, body: { event_type }, idempotencyKey: event_type });
    expect([made.status, made.json.live_side_effects_performed]).toEqual([200, false]);
    const { event } = made.json;
    expect(event).toMatchObject({ event_type, idempotency_key: event_type });
    expect(createValidator(EVENT_CATALOGUE[event_type].data).faults(event.data)).toBeNull();
    const feed = await world.call(
      "GET",
      `/api/partner/sandbox/events?after=${event.sequence - 1}&types=${event_type}`,
      { key },
    );
    expect(feed.json.events).toEqual([event]);
    const deliveries = await world.call("GET", "/api/partner/sandbox/webhook-events?limit=2", { key });
    const types = deliveries.json.events.map((each: { event_type: string }) => each.event_type);
    expect(types).toContain(event_type);
  }
  expect(broken(world)).toEqual([]);
});

test("an unknown type is refused, and so are a live key, and a key without the scope", async () => {
  const unknown = await world.call("POST", TRIGGER, { key, body: { event_type: "users.nothing" } });
  expect([unknown.status, unknown.json.error]).toEqual([400, "invalid_payload"]);
  const live = await world.createKey("acme");
  const other = await world.createKey("acme", "sandbox", { scopes: ["users"] });
  for (const wrong of [live, other]) {
    const refused = await world.call("POST", TRIGGER, { key: wrong, body: { event_type: "users.created" } });
    expect([refused.status, refused.json.error]).toEqual([403, "forbidden"]);
  }
  const conflict = await world.call("POST", TRIGGER, {
    key,
    body: { event_type: "users.created" },
    idempotencyKey: "one",
  });
  expect(conflict.status).toBe(200);
  const body = { event_type: "users.deleted" };
  const again = await world.call("POST", TRIGGER, { key, body, idempotencyKey: "one" });
  expect([again.status, again.json.error]).toEqual([409, "idempotency_conflict"]);
});
