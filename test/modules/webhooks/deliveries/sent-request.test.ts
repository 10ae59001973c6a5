import { afterEach, beforeEach, expect, test } from "bun:test";
import { HOUR_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { signedIn } from "../../../harness/app/visitor.ts";
import { EngineRig } from "../../../harness/simulation/engine-rig.ts";
import { switchTo } from "./fixture.ts";

const EVENTS = "/api/partner/webhook-events";
const OWN = { Authorization: "Bearer 5d2c81f0" };

let rig: EngineRig;
let key: IssuedKey;
let webhook: number;

beforeEach(async () => {
  rig = await EngineRig.create();
  webhook = await rig.webhook("acme", "shop.test");
  key = await rig.world.createKey("acme");
  const body = { headers: OWN };
  await rig.world.call("PATCH", `/api/partner/webhooks/${webhook}`, { key, body });
});

afterEach(() => rig.close());

const read = (reference: number | string, query = "", by = key) =>
  rig.world.call("GET", `${EVENTS}/${reference}${query}`, { key: by });
const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
/** What the receiver got last, with the value of the own header masked. */
const received = () => {
  const { headers = {}, body } = rig.network.seen.at(-1) ?? {};
  const { host, ...others } = headers;
  expect([host, others.authorization]).toEqual(["shop.test", OWN.Authorization]);
  const headersShown: Record<string, string> = { ...others, authorization: "***" };
  return { headers: headersShown, body };
};
const sent = async (id: number) => {
  const { request } = (await read(id)).json;
  return { ...request, headers: lowerCase(request.headers) };
};
const rotate = () => rig.world.call("POST", `/api/partner/webhooks/${webhook}/rotate-secret`, { key });

test("a record shows the headers and the body of its last attempt as the receiver got them", async () => {
  rig.network.behave("shop.test", { kind: "answer", status: 500 });
  await rig.start();
  const [id = 0] = await rig.emit("acme");
  await rig.quiet();
  expect(await sent(id)).toEqual(received());
  await rig.pass(MINUTE_MS);
  expect(await sent(id)).toEqual(received());
  const { json, text } = await read(id);
  expect(json.event).toMatchObject({ id, webhook_id: webhook, status: "failed", attempts: 3 });
  expect(json.request.headers).toMatchObject({ "X-Webhook-Attempt": "3" });
  expect(json.links.attempts).toBe(`${EVENTS}/${id}/attempts`);
  expect(text).not.toContain("5d2c81f0");
});

test("names of headers are those of the attempt, whatever the webhook has now", async () => {
  await rig.start();
  const [id = 0] = await rig.emit("acme");
  await rig.quiet();
  const body = { headers: { "X-Tenant": "7" } };
  await rig.world.call("PATCH", `/api/partner/webhooks/${webhook}`, { key, body });
  expect(await sent(id)).toEqual(received());
});

test("after a rotation the old attempt's signatures are masked; the next attempt's are shown, with both secrets", async () => {
  await rig.start();
  const [id = 0] = await rig.emit("acme");
  await rig.quiet();
  const before = received();
  await rig.pass(MINUTE_MS);
  await rotate();
  expect(await sent(id)).toEqual({
    ...before,
    headers: { ...before.headers, "x-webhook-signature": "***", "webhook-signature": "***" },
  });
  await rig.pass(MINUTE_MS);
  await rig.world.call("POST", `${EVENTS}/replay`, { key, body: { event_ids: [id] } });
  await rig.quiet();
  expect(await sent(id)).toEqual(received());
  expect(received().headers["webhook-signature"]?.split(" ")).toHaveLength(2);
  await rig.pass(30 * HOUR_MS);
  expect(await sent(id)).toEqual(received());
});

test("null before the first attempt; by the event's id; 404 for others and unknown ones", async () => {
  await switchTo(rig.world, key, webhook, false);
  const [id = 0] = await rig.emit("acme");
  const { json } = await read(id);
  expect([json.event.status, json.request]).toEqual(["held", null]);
  expect((await read(json.event.event_uid)).json.event.id).toBe(id);
  expect((await read(json.event.event_uid, `?webhook_id=${webhook}`)).json.event.id).toBe(id);
  expect((await read(json.event.event_uid, "?webhook_id=9")).json.error).toBe("not_found");
  expect((await read(id, "", await rig.world.createKey("umbrella"))).json.error).toBe("not_found");
  expect((await read(99)).json.error).toBe("not_found");
});

test("the operators' page of a delivery lists the own headers with masked values", async () => {
  await rig.start();
  const [id = 0] = await rig.emit("acme");
  await rig.quiet();
  const { text } = await (await signedIn(rig.world, "ops", "viewer")).open(`/admin/deliveries/${id}`);
  expect(text).toContain("Authorization: ***");
  expect(text).not.toContain("5d2c81f0");
});
