import { afterAll, beforeAll, expect, test } from "bun:test";
import { allOperations } from "../../../src/compose/operations.ts";
import type { Operation } from "../../../src/http/operation.ts";
import type { IssuedKey } from "../../../src/modules/access/keys/index.ts";
import { insertPasskey } from "../../../src/modules/access/passkeys/store.ts";
import { sandboxId } from "../../../src/modules/sandbox/files/index.ts";
import { operatorsVisitor, permitAll, portalVisitor } from "../../harness/app/portal.ts";
import { type Visitor, visitor } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** Nothing of another partner on any of the portal's pages, and no change by any of its forms. */

let world: World;
let mine: Visitor;
let theirs: {
  live: IssuedKey;
  sandbox: IssuedKey;
  webhook: number;
  delivery: number;
  event: string;
  entry: number;
};
let pages: Operation[];
let forms: Operation[];

const REQUEST_ID = "their-request-0001";
const HOST = "globex-receiver.example";

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_PAGES_PER_MIN: "0" });
  await world.createKey("acme");
  await world.createKey("acme", "sandbox");
  await permitAll(world, "acme");
  const live = await world.createKey("globex");
  const sandbox = await world.createKey("globex", "sandbox");
  const body = { target_url: `https://${HOST}/hooks`, event_types: ["*"] };
  const made = await world.call("POST", "/api/partner/webhooks", { key: live, body });
  const headers = { "x-request-id": REQUEST_ID };
  await world.call("POST", "/api/partner/users", { key: live, body: { external_id: "their-user" }, headers });
  await world.call("POST", "/api/partner/users", { key: live, body: { external_id: 7 } });
  await world.call("POST", "/api/partner/sandbox/reset", { key: sandbox, body: { sandbox: "their-ci" } });
  const gift = { user_id: "ext:their-user", amount: 5, reason: "their-gift" };
  const credit = await world.call("POST", "/api/salutes/credit", { key: live, body: gift });
  const { events } = (await world.call("GET", "/api/partner/webhook-events", { key: live })).json;
  const [{ id: delivery, event_uid: event }] = events;
  theirs = {
    live,
    sandbox,
    webhook: made.json.webhook.id,
    delivery,
    event,
    entry: credit.json.ledger_entry_id,
  };
  await (await portalVisitor(world, live)).submit(`/partners/webhooks/${theirs.webhook}/test`);
  await permitAll(world, "globex");
  const person = { name: "Their Person", email: "person@globex.example", access: "manage" };
  const invited = await (await operatorsVisitor(world, "globex")).submit("/partners/members", person);
  if (invited.status !== 200) throw new Error(`nobody was invited: ${invited.text}`);
  await world.services.live.writer.run((tx) =>
    insertPasskey(tx, { type: "member", id: 1 }, { name: "Their Phone", credential: CREDENTIAL }),
  );
  mine = await asMember("acme");
  const own = allOperations(world.services).filter(({ access }) => access.kind === "member");
  pages = own.filter(({ method }) => method === "GET");
  forms = own.filter(({ method }) => method === "POST");
});
afterAll(() => world.close());

const CREDENTIAL = {
  challenge: "",
  credentialId: "theirs",
  publicKey: "",
  counter: 0,
  isSynced: false,
};

/** A browser of a member who manages, and so may try every form. */
async function asMember(partner: string): Promise<Visitor> {
  const inviting = await operatorsVisitor(world, partner);
  const person = { name: "Own Person", email: "person@acme.example", access: "manage" };
  const { text } = await inviting.submit("/partners/members", person);
  const browser = visitor(world);
  await browser.submit(/\/partners\/open\/\w+/.exec(text)?.[0] ?? "none");
  await browser.open("/partners");
  return browser;
}

/** Everything of theirs that might appear. */
const marks = () => [
  "globex",
  HOST,
  "their-user",
  "their-gift",
  "their-ci",
  theirs.live.key_id,
  theirs.sandbox.key_id,
  theirs.event,
  "Their Person",
  "Their Phone",
];

/** The operation's paths with their ids. */
function pathsOf({ path }: Operation): string[] {
  const fill = (name: string, values: readonly (string | number)[]) =>
    values.map((value) => path.replace(`{${name}}`, String(value)));
  if (path.includes("{webhook_id}")) return fill("webhook_id", [theirs.webhook]);
  if (path.includes("{event_id}")) return fill("event_id", [theirs.delivery, theirs.event]);
  if (path.includes("{entry_id}")) return fill("entry_id", [theirs.entry]);
  if (path.includes("{key_id}")) return fill("key_id", [theirs.live.key_id, theirs.sandbox.key_id]);
  if (path.includes("{request_id}")) return fill("request_id", [REQUEST_ID]);
  if (path.includes("{member_id}")) return fill("member_id", [1]);
  if (path.includes("{passkey_id}")) return fill("passkey_id", [1]);
  return [path];
}

/** Fields with which a form is accepted, by the last part of its path. */
const FIELDS: Record<string, Record<string, string>> = {
  settings: { target_url: "https://taken.example/hooks", event_types: "*" },
  switch: { is_active: "0" },
  rename: { passkey_name: "Mine" },
  recover: { since: "2026-11-20" },
  access: { access: "read" },
};

test("every page with their ids is 404, and no other page shows anything of theirs", async () => {
  expect(pages.length).toBeGreaterThan(10);
  for (const page of pages)
    for (const path of pathsOf(page)) {
      const { status, text } = await mine.open(path);
      expect([path, status]).toEqual([path, path === page.path ? 200 : 404]);
      if (path === page.path)
        expect([path, marks().filter((mark) => text.includes(mark))]).toEqual([path, []]);
    }
});

test("no filter finds theirs", async () => {
  for (const query of [
    `deliveries?webhook_id=${theirs.webhook}`,
    `deliveries?event_id=${theirs.delivery}`,
    `deliveries?event_id=${theirs.event}`,
    `requests?request_id=${REQUEST_ID}`,
    "requests?status=201",
    "requests?route=users",
    "audit?from=2026-01-01",
  ]) {
    const { status, text } = await mine.open(`/partners/${query}`);
    // The filters show what was asked for.
    const asked = query.split("=")[1] ?? "";
    const shown = marks().filter((mark) => mark !== asked && text.includes(mark));
    expect([query, status, shown, text.includes("<tbody>") && text.includes(REQUEST_ID)]).toEqual([
      query,
      200,
      [],
      false,
    ]);
  }
});

test("every form with their ids is 404, and changes nothing of theirs", async () => {
  const { live, sandbox, sandboxFiles } = world.services;
  const read = () =>
    JSON.stringify([
      live.read.all("SELECT * FROM webhooks"),
      live.read.all("SELECT * FROM webhook_deliveries"),
      live.read.all("SELECT * FROM partner_keys"),
      sandbox.read.all("SELECT * FROM partner_keys"),
      live.read.all("SELECT * FROM promotion_requests"),
      live.read.all("SELECT * FROM portal_members"),
      live.read.all("SELECT * FROM passkeys"),
      live.read.all("SELECT * FROM portal_links WHERE member_id = 1"),
      sandboxFiles.readSeed(sandboxId({ partner: "globex", name: "their-ci" })),
    ]);
  await mine.open("/partners/webhooks");
  const before = read();
  let tried = 0;
  for (const form of forms)
    for (const path of pathsOf(form)) {
      if (path === form.path) continue;
      const { status } = await mine.submit(path, FIELDS[path.split("/").at(-1) ?? ""] ?? {});
      expect([path, status]).toEqual([path, 404]);
      tried++;
    }
  expect(tried).toBeGreaterThan(8);
  await mine.submit("/partners/deliveries/retry", { id: String(theirs.delivery) });
  const reset = await mine.submit("/partners/sandbox/reset", { state: "empty", sandbox: "their-ci" });
  expect(reset.status).toBe(400);
  expect(read()).toBe(before);
});
