import { afterEach, expect, test } from "bun:test";
import { sendAlerts } from "../../../../src/modules/operations/alerts/index.ts";
import type { AlertContent } from "../../../../src/modules/operations/alerts/model.ts";
import { escalate } from "../../../../src/modules/operations/monitor/index.ts";
import { sendMail } from "../../../../src/modules/platform/mail/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { makeOperator, signedIn, visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { type MailServer, serveMail } from "../../../harness/servers/smtp.ts";

const PATH = "/admin/ops/on-call";
const PAGE = "/admin/on-call";
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const { signal } = new AbortController();

let world: World;
let post: MailServer | null = null;

afterEach(async () => {
  await world.close();
  await post?.stop();
  post = null;
});

async function openWithMail(): Promise<void> {
  post = await serveMail();
  world = await createWorld({ ALERT_EMAIL: "ops@example.com", SMTP_URL: `smtp://127.0.0.1:${post.port}` });
}

async function bearers() {
  const tokens: Record<string, { headers: { authorization: string } }> = {};
  for (const [name, role] of [
    ["ann", "operator"],
    ["ben", "operator"],
    ["eve", "viewer"],
  ] as const)
    tokens[name] = { headers: { authorization: `Bearer ${(await makeOperator(world, name, role)).token}` } };
  return tokens;
}

const PLAN = {
  zone: "Europe/Berlin",
  rotation: [
    { operator: "ann", from: "2026-11-16T08:00:00Z", to: "2026-11-23T08:00:00Z" },
    { operator: "ben", from: "2026-11-23T08:00:00Z", to: "2026-11-30T08:00:00Z" },
  ],
  contacts: [
    { operator: "ann", email: "ann@example.com" },
    { operator: "ben", email: "ben@example.com" },
  ],
};

const ALARM: AlertContent = {
  type: "changes.stopped",
  title: "changes are stopped",
  lines: ["The ledger is in doubt."],
  overall: "bad",
  changes: [],
  checks: {},
};

/** Raises alerts and returns the recipients of their mail. */
async function mailedAbout(...contents: AlertContent[]): Promise<string[]> {
  const before = post?.received.length ?? 0;
  const { alerts, live } = world.services;
  await live.writer.run((tx) => {
    for (const content of contents) alerts.raise(tx, content);
  });
  return mailedSince(before);
}

async function mailedSince(before: number): Promise<string[]> {
  await sendAlerts(world.services, signal);
  await sendMail(world.services, signal);
  return (post?.received ?? []).slice(before).flatMap(({ to }) => to);
}

test("the plan says who is on call now and next, and the audit trail holds the old and the new one without addresses", async () => {
  world = await createWorld();
  const { ann, eve } = await bearers();
  const none = await world.call("GET", PATH, eve);
  expect([none.status, none.json.on_duty, none.json.rotation]).toEqual([200, null, []]);
  const overrides = [{ operator: "ben", from: "2026-11-22T00:00:00Z", to: "2026-11-22T12:00:00Z" }];
  const set = await world.call("PUT", PATH, { ...ann, body: { ...PLAN, overrides } });
  expect(set.status).toBe(200);
  expect(set.json).toMatchObject({
    zone: "Europe/Berlin",
    rotation: [{ operator: "ann", from: "2026-11-16T08:00:00.000Z" }, { operator: "ben" }],
    repeats_after_weeks: 2,
    escalation: { after_minutes: 15, operators: ["ann", "ben"] },
  });
  const { json } = await world.call("GET", PATH, eve);
  expect(json.on_duty).toEqual({
    operator: "ann",
    from: "2026-11-16T08:00:00.000Z",
    to: "2026-11-22T00:00:00.000Z",
    override: false,
  });
  expect(json.next).toMatchObject({ operator: "ben", override: true, to: "2026-11-22T12:00:00.000Z" });
  expect(json.shifts.map(({ operator }: { operator: string }) => operator).slice(0, 5)).toEqual([
    "ann",
    "ben",
    "ann",
    "ben",
    "ann",
  ]);
  await world.call("PUT", PATH, { ...ann, body: { rotation: [] } });
  expect((await world.call("GET", PATH, eve)).json.zone).toBeNull();
  const trail = (await world.call("GET", "/admin/ops/audit-trail.json?action=on_call.set", eve)).json.entries;
  expect(trail).toHaveLength(2);
  expect(trail[0].details.after).toBeNull();
  expect(trail[0].details.before).toMatchObject({
    zone: "Europe/Berlin",
    rotation: [{ operator: "ann" }, { operator: "ben" }],
  });
  expect(JSON.stringify(trail)).not.toContain("example.com");
});

test("addresses are sealed, and a plan with a fault names its field and changes nothing", async () => {
  world = await createWorld();
  const { ann, eve } = await bearers();
  await world.call("PUT", PATH, { ...ann, body: PLAN });
  const rows = world.services.live.read.all<{ email_sealed: string }>(
    "SELECT email_sealed FROM on_call_members",
  );
  expect(JSON.stringify(rows)).not.toContain("@");
  const span = { from: "2026-11-23T00:00:00Z", to: "2026-11-24T00:00:00Z" };
  for (const [change, field] of [
    [{ zone: "Europe/Nowhere" }, "zone"],
    [{ rotation: [{ operator: "ann", from: "monday", to: "fri 17:00" }], contacts: [] }, "rotation.0.from"],
    [{ rotation: [{ operator: "ann", from: "mon 09:00", to: span.to }], contacts: [] }, "rotation.0.to"],
    [
      { rotation: [{ operator: "ann", from: "2026-02-30T00:00:00Z", to: span.to }], contacts: [] },
      "rotation.0.from",
    ],
    [{ rotation: [{ operator: "ann", from: span.to, to: span.from }], contacts: [] }, "rotation.0.to"],
    [{ rotation: [...PLAN.rotation, { operator: "ann", ...span }] }, "rotation.2.from"],
    [{ rotation: [{ operator: "eve", ...span }], contacts: [] }, "rotation.0.operator"],
    [{ rotation: [{ operator: "nobody", ...span }], contacts: [] }, "rotation.0.operator"],
    [{ contacts: [...PLAN.contacts, PLAN.contacts[0]] }, "contacts.2.operator"],
    [{ contacts: [{ operator: "eve", email: "eve@example.com" }] }, "contacts.0.operator"],
    [{ contacts: [{ operator: "ann", email: "ann" }] }, "contacts.0.email"],
    [{ escalation: { after_minutes: 0 } }, "escalation.after_minutes"],
    [{ escalation: { operators: ["eve"] } }, "escalation.operators.0"],
    [{ overrides: [{ operator: "cem", ...span }] }, "overrides.0.operator"],
    [{ overrides: [{ operator: "ann", from: span.to, to: span.from }] }, "overrides.0.to"],
    [
      {
        overrides: [
          { operator: "ann", ...span },
          { operator: "ben", ...span },
        ],
      },
      "overrides.1.from",
    ],
  ] as const) {
    const refused = await world.call("PUT", PATH, { ...ann, body: { ...PLAN, ...change } });
    expect([refused.status, refused.json.details?.[0]?.field]).toEqual([400, field]);
  }
  expect((await world.call("PUT", PATH, { ...eve, body: PLAN })).status).toBe(403);
  expect((await world.call("GET", PATH, eve)).json.contacts).toHaveLength(2);
});

test("weekdays repeat each week, an operator without an address is named to ALERT_EMAIL, and escalation is the plan's", async () => {
  await openWithMail();
  const { ann } = await bearers();
  const body = {
    rotation: [
      { operator: "ann", from: "mon 09:00", to: "fri 17:00" },
      { operator: "ben", from: "fri 17:00", to: "mon 09:00" },
    ],
    escalation: { after_minutes: 5, operators: ["ann"] },
  };
  const { json } = await world.call("PUT", PATH, { ...ann, body });
  expect(json).toMatchObject({
    zone: "UTC",
    rotation: [
      { operator: "ann", from: "2026-11-16T09:00:00.000Z", to: "2026-11-20T17:00:00.000Z" },
      { operator: "ben", to: "2026-11-23T09:00:00.000Z" },
    ],
    repeats_after_weeks: 1,
    escalation: body.escalation,
    on_duty: { operator: "ben" },
    next: { operator: "ann", from: "2026-11-23T09:00:00.000Z" },
  });
  expect(await mailedAbout(ALARM)).toEqual(["ops@example.com"]);
  expect(post?.received.at(-1)?.text).toContain("On call: ben.");
  const { rotation, overrides, escalation } = json;
  const again = await world.call("PUT", PATH, { ...ann, body: { rotation, overrides, escalation } });
  expect(again.json).toEqual({ ...json, updated_at: again.json.updated_at });
});

test("alarms are mailed to the operator on call alone, news to ALERT_EMAIL; without a plan all go there", async () => {
  await openWithMail();
  const { ann } = await bearers();
  const news: AlertContent = { ...ALARM, type: "status.report", title: "all is well", overall: "ok" };
  expect(await mailedAbout(ALARM)).toEqual(["ops@example.com"]);
  await world.call("PUT", PATH, { ...ann, body: PLAN });
  expect(await mailedAbout(ALARM, news)).toEqual(["ann@example.com", "ops@example.com"]);
  expect(post?.received.at(-2)?.text).toContain("On call: ann.");
  world.clock.advance(2 * DAY_MS);
  expect(await mailedAbout(ALARM)).toEqual(["ben@example.com"]);
});

test("an operator who is disabled is passed over", async () => {
  await openWithMail();
  const { ann } = await bearers();
  await world.call("PUT", PATH, { ...ann, body: PLAN });
  const owner = await signedIn(world, "olga", "owner");
  await owner.open("/admin/operators/ann/disable");
  expect((await owner.submit("/admin/operators/ann/disable")).status).toBe(303);
  expect(await mailedAbout(ALARM)).toEqual(["ben@example.com"]);
});

test("an alarm that nobody acknowledged is escalated to the others by mail", async () => {
  await openWithMail();
  const { ann } = await bearers();
  await world.call("PUT", PATH, { ...ann, body: PLAN });
  const browser = visitor(world);
  for (let count = 0; count < 30; count++)
    await browser.submit("/admin/sign-in", { name: "nobody", password: "wrong-password" });
  await runJob(world, "alerts_monitor");
  expect(await mailedSince(0)).toEqual(["ann@example.com"]);
  world.clock.advance(15 * MINUTE_MS);
  await escalate(world.services);
  expect(await mailedSince(1)).toEqual(["ben@example.com"]);
  await escalate(world.services);
  expect(await mailedSince(2)).toEqual([]);
});

test("the page sets the rotation and overrides, keeps what was entered, and viewers only read", async () => {
  world = await createWorld();
  await bearers();
  const otto = await signedIn(world, "otto", "operator");
  expect((await otto.open(PAGE)).text).toContain("Nobody is on call.");
  const rotation = { weekday: "monday", hour: "9", zone: "UTC" };
  const bad = await otto.submit(`${PAGE}/rotation`, { ...rotation, members: "ann ann@example.com\nben" });
  expect([bad.status, bad.text.includes("line 2 does not")]).toEqual([400, true]);
  expect(bad.text).toContain("ann ann@example.com");
  await otto.open(PAGE);
  const none = await otto.submit(`${PAGE}/overrides/delete`, { starts: "2026-11-21T00:00:00Z" });
  expect(none.status).toBe(409);
  const early = await otto.submit(`${PAGE}/overrides`, { operator: "ben", to: "2026-11-22 08:00" });
  expect(early.status).toBe(409);
  const members = "ann ann@example.com\nben, ben@example.com\n";
  expect((await otto.submit(`${PAGE}/rotation`, { ...rotation, members })).status).toBe(303);
  const added = await otto.submit(`${PAGE}/overrides`, { operator: "ben", to: "2026-11-22 08:00" });
  expect(added.status).toBe(303);
  const { text } = await otto.open(PAGE);
  expect(text).toContain("until Sun 2026-11-22 08:00 (UTC)");
  // The last shift ends at a hand-over, not four weeks from now.
  expect(text).toContain("Mon 2026-12-21 09:00");
  expect(text).not.toContain("Sat 2026-12-19 10:00");
  const starts = /name="starts" value="([^"]+)"/.exec(text)?.[1] ?? "";
  expect((await otto.submit(`${PAGE}/overrides/delete`, { starts })).status).toBe(303);
  expect((await otto.submit(`${PAGE}/rotation`, { ...rotation, members, seen: "old" })).status).toBe(409);
  expect((await otto.open(PAGE)).text).toContain("None: the rotation alone decides.");
  const eve = await signedIn(world, "vera", "viewer");
  expect((await eve.open(PAGE)).text).not.toContain("Save rotation");
});

test("the page tells a fault of the plan beside the form's own field", async () => {
  world = await createWorld();
  await bearers();
  const otto = await signedIn(world, "otto", "operator");
  const rotation = { weekday: "monday", hour: "9", zone: "UTC" };
  const lines = (...names: string[]) => names.map((name) => `${name} ${name}@example.com`).join("\n");
  const save = (members: string) => otto.submit(`${PAGE}/rotation`, { ...rotation, members });
  const override = (given: object) =>
    otto.submit(`${PAGE}/overrides`, { operator: "ben", from: "2026-12-01", to: "2026-12-02", ...given });
  const isMarked = (text: string, name: string) =>
    new RegExp(`<(input|textarea|select) id="${name}"[^>]* aria-invalid="true"`).test(text);
  await otto.open(PAGE);
  for (const [members, words] of [
    [lines("ann", "eve"), "must be an active operator who is not a viewer; eve is not"],
    [lines("ann", "ann"), "must occur once; ann occurs twice"],
  ] as const) {
    const { status, text } = await save(members);
    expect([status, isMarked(text, "members")]).toEqual([400, true]);
    expect(text).toContain(`Correct Operators and their mail addresses, one per line: it ${words}.`);
  }
  expect((await save(lines("ann", "ben"))).status).toBe(303);
  await otto.open(PAGE);
  expect((await override({})).status).toBe(303);
  for (const [given, name, words] of [
    [{ to: "2026-11-30" }, "to", "Correct To (UTC): it must be after from."],
    [{ from: "2026-11-01", to: "2026-11-02" }, "to", "Correct To (UTC): it must not be in the past."],
    [{ from: "2026-12-01 12:00" }, "from", "Correct From (UTC): it must not overlap another override."],
    [{ operator: "eve" }, "operator", "must be an active operator who is not a viewer; eve is not"],
  ] as const) {
    const { status, text } = await override(given);
    expect([status, isMarked(text, name)]).toEqual([400, true]);
    expect(text).toContain(words);
  }
  const owner = await signedIn(world, "olga", "owner");
  await owner.open("/admin/operators/ann/disable");
  await owner.submit("/admin/operators/ann/disable");
  const { status, text } = await override({ from: "2026-12-03", to: "2026-12-04" });
  expect([status, text.includes("Correct the plan first: each of its operators must be")]).toEqual([
    409,
    true,
  ]);
});

test("the page names the operator who goes on where nobody else is next", async () => {
  world = await createWorld();
  await bearers();
  const otto = await signedIn(world, "otto", "operator");
  await otto.open(PAGE);
  const rotation = { weekday: "monday", hour: "9", zone: "UTC" };
  await otto.submit(`${PAGE}/rotation`, { ...rotation, members: "ann ann@example.com" });
  const { text } = await otto.open(PAGE);
  expect(text).toContain("from Mon 2026-11-23 09:00 (UTC)");
  expect(text).not.toContain("nobody");
});
