import { afterEach, beforeEach, expect, test } from "bun:test";
import { type IssuedKey, setKeyStatus } from "../../../src/modules/access/keys/index.ts";
import { operatorsVisitor, permitAll, portalVisitor } from "../../harness/app/portal.ts";
import { signedIn, type Visitor, visitor } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** People who sign in to a partner's own pages under a name of their own. */

let world: World;
let key: IssuedKey;

const ADA = { name: "Ada", email: "Ada@acme.example", access: "manage" };

async function begin(environment: Record<string, string> = {}) {
  world = await createWorld(environment);
  key = await world.createKey("acme");
}
beforeEach(() => begin({ SMTP_URL: "smtp://127.0.0.1:9" }));
afterEach(() => world.close());

/** The mails so far, oldest first. */
function mails() {
  const { live, mail } = world.services;
  const rows = live.read.all<Parameters<NonNullable<typeof mail>["postbox"]["open"]>[0]>(
    "SELECT * FROM mails WHERE message_sealed IS NOT NULL ORDER BY id",
  );
  return rows.flatMap((row) => mail?.postbox.open(row) ?? []);
}
const linkOf = (text: string | undefined) => /\/partners\/open\/\w+/.exec(text ?? "")?.[0] ?? "none";

async function invite(by: Visitor, person: Record<string, string> = ADA) {
  await by.open("/partners/members");
  return by.submit("/partners/members", person, { accept: "application/json" });
}

/** A browser of the person to whom the newest mail went, signed in. */
async function byNewestMail(): Promise<Visitor> {
  const browser = visitor(world);
  await browser.submit(linkOf(mails().at(-1)?.text));
  await browser.open("/partners");
  return browser;
}

test("an operator invites the first member by mail, who invites, changes and removes others", async () => {
  const boss = await signedIn(world, "boss", "owner");
  const admin = "/admin/partners/acme/portal/members";
  expect((await boss.open("/admin/partners/acme/portal")).text).toContain(admin);
  await boss.open(admin);
  const invited = await boss.submit(admin, ADA);
  expect([invited.status, mails().map(({ to }) => to)]).toEqual([303, ["Ada@acme.example"]]);
  expect((await boss.open(admin)).text).toContain("invited");
  const ada = await byNewestMail();
  expect((await invite(ada, { name: "Bob", email: "bob@acme.example", access: "read" })).status).toBe(303);
  await ada.open("/partners/members/2");
  expect((await ada.submit("/partners/members/2/link")).status).toBe(303);
  const list = (await ada.open("/partners/members")).text;
  expect([list.includes("Ada@acme.example"), list.includes("active"), list.includes("Bob")]).toEqual([
    true,
    true,
    true,
  ]);
  const bob = await byNewestMail();
  const form = { name: "Eve", email: "eve@acme.example", access: "manage" };
  expect((await invite(bob, form)).status).toBe(403);
  await ada.open("/partners/members/2");
  expect((await ada.submit("/partners/members/2/access", { access: "manage" })).status).toBe(303);
  expect((await invite(bob, form)).status).toBe(303);
  expect((await ada.open("/partners/members/2/remove")).text).toContain("can no longer sign in");
  expect((await ada.submit("/partners/members/2/remove")).status).toBe(303);
  expect((await bob.open("/partners")).status).toBe(403);
  const trail = (await ada.open("/partners/audit")).text;
  for (const word of ["member.invite", "member.set_access", "member.remove", "Ada", "Bob"])
    expect(trail).toContain(word);
  const removed = world.services.live.read.one<Record<string, unknown>>(
    "SELECT name, email_hash, email_sealed FROM portal_members WHERE id = 2",
  );
  expect(removed).toEqual({ name: "Bob", email_hash: null, email_sealed: null });
  await boss.open(admin);
  expect((await boss.open(`${admin}/1/remove`)).text).toContain("Ada");
  expect((await boss.submit(`${admin}/1/remove`)).status).toBe(303);
  expect((await ada.open("/partners")).status).toBe(403);
  await boss.open(admin);
  expect((await boss.submit(`${admin}/1/remove`)).status).toBe(404);
  expect((await boss.open(`${admin}/1/remove`)).status).toBe(404);
});

test("a member signs in again by a link that is mailed, and unknown addresses get the same answer", async () => {
  await invite(await operatorsVisitor(world, "acme"));
  const nobody = visitor(world);
  const page = await nobody.open("/partners/sign-in");
  expect([page.status, page.text.includes("Send the link")]).toEqual([200, true]);
  const asked = await nobody.submit("/partners/sign-in", { email: "ADA@acme.example" });
  const unknown = await nobody.submit("/partners/sign-in", { email: "nobody@acme.example" });
  const plain = (text: string) => text.replaceAll(/nonce="[^"]*"/g, "");
  expect([asked.status, plain(asked.text)]).toEqual([unknown.status, plain(unknown.text)]);
  expect(mails().map(({ to }) => to)).toEqual(["Ada@acme.example", "Ada@acme.example"]);
  const ada = await byNewestMail();
  expect((await ada.open("/partners")).status).toBe(200);
  expect((await visitor(world).open(linkOf(mails().at(-1)?.text))).status).toBe(404);
  await nobody.submit("/partners/sign-in", { email: ADA.email });
  world.clock.advance(15 * 60_000);
  expect((await visitor(world).open(linkOf(mails().at(-1)?.text))).status).toBe(404);
  for (const email of ["", "no address"])
    expect((await nobody.submit("/partners/sign-in", { email })).status).toBe(400);
});

test("invitations that nobody opened keep no member from signing in, and a new one replaces them", async () => {
  const browser = await operatorsVisitor(world, "acme");
  await invite(browser);
  const links = mails().map(({ text }) => linkOf(text));
  for (let i = 0; i < 4; i++) {
    await browser.open("/partners/members/1");
    expect((await browser.submit("/partners/members/1/link")).status).toBe(303);
    // Earlier mails are not sent any more.
    expect(mails().length).toBe(1);
    links.push(linkOf(mails()[0]?.text));
  }
  const opens = await Promise.all(links.map(async (link) => (await visitor(world).open(link)).status));
  expect(opens).toEqual([404, 404, 404, 404, 200]);
  await visitor(world).submit("/partners/sign-in", { email: ADA.email });
  expect(mails().length).toBe(2);
  expect((await (await byNewestMail()).open("/partners")).status).toBe(200);
  for (let i = 0; i < 6; i++) await browser.submit("/partners/members/1/link");
  expect((await browser.submit("/partners/members/1/link")).status).toBe(409);
});

test("nobody floods a mailbox, and closed portals send nothing", async () => {
  await invite(await operatorsVisitor(world, "acme"));
  const nobody = visitor(world);
  for (let i = 0; i < 8; i++) await nobody.submit("/partners/sign-in", { email: ADA.email });
  expect(mails().length).toBe(4);
  await world.services.live.writer.run((tx) => {
    tx.run("DELETE FROM portal_links");
    setKeyStatus(tx, { kind: "command", name: "test" }, { keyId: key.key_id, status: "disabled" });
  });
  await nobody.submit("/partners/sign-in", { email: ADA.email });
  expect(mails().length).toBe(4);
});

test("after 20 requests of a network in a day the page says so, and shows nothing about members", async () => {
  await invite(await operatorsVisitor(world, "acme"));
  const nobody = visitor(world);
  for (let i = 0; i < 20; i++)
    expect((await nobody.submit("/partners/sign-in", { email: `${i}@acme.example` })).status).toBe(200);
  const [known, unknown] = await Promise.all(
    [ADA.email, "x@acme.example"].map((email) => nobody.submit("/partners/sign-in", { email })),
  );
  expect([known?.status, unknown?.status, mails().length]).toEqual([429, 429, 1]);
  for (const answer of [known, unknown]) {
    expect(answer?.text).toContain("Use your passkey, or ask again tomorrow");
    expect(answer?.text).toContain("Send the link");
    expect(Number(answer?.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  world.clock.advance(86_400_000);
  expect((await nobody.submit("/partners/sign-in", { email: ADA.email })).status).toBe(200);
  expect(mails().length).toBe(2);
});

test("a key's session invites nobody: members would outlast the key", async () => {
  await permitAll(world, "acme");
  const browser = await portalVisitor(world, key);
  const page = await browser.open("/partners/members");
  expect([page.status, page.text.includes('action="/partners/members"')]).toEqual([200, false]);
  expect((await invite(browser)).status).toBe(403);
  expect(world.services.live.read.all("SELECT * FROM portal_members")).toEqual([]);
});

test("an address is one member's, names are plain, and nothing is stored in clear", async () => {
  const browser = await operatorsVisitor(world, "acme");
  await invite(browser);
  const again = await invite(browser, { ...ADA, name: "Other", email: "ada@ACME.example" });
  expect([again.status, again.json.details[0].field]).toEqual([400, "email"]);
  for (const [field, value] of [
    ["name", "A\u202eda"],
    ["email", "x"],
    ["access", "own"],
  ] as const) {
    const refused = await invite(browser, { ...ADA, email: "x@acme.example", [field]: value });
    expect([field, refused.status, refused.json.details[0].field]).toEqual([field, 400, field]);
  }
  const stored = JSON.stringify([
    world.services.live.read.all("SELECT * FROM portal_members"),
    world.services.live.read.all("SELECT * FROM mails"),
    world.services.live.read.all("SELECT * FROM audit_entries"),
  ]);
  expect(stored.toLowerCase()).not.toContain("ada@acme.example");
  await world.createKey("globex");
  const other = await operatorsVisitor(world, "globex");
  expect((await invite(other)).status).toBe(303);
  await visitor(world).submit("/partners/sign-in", { email: ADA.email });
  expect(
    mails()
      .slice(-2)
      .map(({ subject }) => /of (\w+) at/.exec(subject)?.[1]),
  ).toEqual(["acme", "globex"]);
});

test("without mail the link is shown to those who invite, and the sign-in page says whom to ask", async () => {
  await world.close();
  await begin();
  const browser = await operatorsVisitor(world, "acme");
  const shown = await invite(browser);
  expect([shown.status, linkOf(shown.text)]).not.toContain("none");
  const ada = visitor(world);
  await ada.submit(linkOf(shown.text));
  expect((await ada.open("/partners/members")).text).toContain("active");
  await browser.open("/partners/members/1");
  let earlier = "none";
  for (let i = 0; i < 4; i++) {
    await browser.open("/partners/members/1");
    const sent = await browser.submit("/partners/members/1/link");
    expect([sent.status, linkOf(sent.text) === "none"]).toEqual([200, false]);
    if (i > 0) expect((await visitor(world).open(earlier)).status).toBe(404);
    earlier = linkOf(sent.text);
  }
  expect((await visitor(world).open("/partners/sign-in")).text).toContain("sends no mail");
  const boss = await signedIn(world, "boss", "owner");
  await boss.open("/admin/partners/acme/portal/members");
  const invited = await boss.submit("/admin/partners/acme/portal/members", {
    ...ADA,
    email: "bob@acme.example",
  });
  expect([invited.status, linkOf(invited.text) === "none"]).toEqual([200, false]);
  expect((await boss.open("/admin/partners/nobody/portal/members")).status).toBe(404);
  await boss.open("/admin/partners/acme/portal/members");
  expect((await boss.submit("/admin/partners/nobody/portal/members", ADA)).status).toBe(404);
});

/** More removed members than a list has, before others by name. */
const addRemoved = () =>
  world.services.live.writer.run((tx) => {
    const { id } = tx.one<{ id: number }>("SELECT id FROM partners WHERE name = 'acme'");
    for (let i = 0; i < 1_001; i++)
      tx.run(
        `INSERT INTO portal_members (uid, partner_id, name, access, removed_at, created_at)
           VALUES (?, ?, 'Aaron', 'read', ?, ?)`,
        `pm_removed_${i}`,
        id,
        tx.now,
        tx.now,
      );
  });

test("removed members, however many, hide no present one from the list, the trail and the address check", async () => {
  const browser = await operatorsVisitor(world, "acme");
  await addRemoved();
  await invite(browser);
  const ada = await byNewestMail();
  expect((await ada.open("/partners/members")).text).toContain("Ada@acme.example");
  const again = await invite(ada, { ...ADA, name: "Other" });
  expect([again.status, again.json.details[0].field]).toEqual([400, "email"]);
  await invite(ada, { name: "Bob", email: "bob@acme.example", access: "read" });
  const trail = (await ada.open("/partners/audit")).text;
  expect([trail.includes("Bob"), trail.includes(">Ada<")]).toEqual([true, true]);
  const boss = await signedIn(world, "boss", "owner");
  const seen = (await boss.open("/admin/partners/acme/portal/members")).text;
  expect([seen.includes("Ada@acme.example"), seen.includes("Aaron")]).toEqual([true, false]);
});

test("a partner has at most a hundred members at once", async () => {
  const browser = await operatorsVisitor(world, "acme");
  await world.services.live.writer.run((tx) => {
    const { id } = tx.one<{ id: number }>("SELECT id FROM partners WHERE name = 'acme'");
    for (let i = 0; i < 100; i++)
      tx.run(
        `INSERT INTO portal_members (uid, partner_id, name, access, created_at) VALUES (?, ?, 'Someone', 'read', ?)`,
        `pm_${i}`,
        id,
        tx.now,
      );
  });
  await addRemoved();
  const refused = await invite(browser);
  expect([refused.status, refused.json.error]).toEqual([409, "state_conflict"]);
  const boss = await signedIn(world, "boss", "owner");
  await boss.open("/admin/partners/acme/portal/members");
  expect((await boss.submit("/admin/partners/acme/portal/members", ADA)).status).toBe(409);
  expect(mails()).toEqual([]);
});
