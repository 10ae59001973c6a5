import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { currentArchive } from "../../../../src/modules/desk/month-archives/download.ts";
import { ledgerCsv, settlementsCsv } from "../../../../src/modules/desk/month-archives/files.ts";
import { continueArchives, removeUnfinished } from "../../../../src/modules/desk/month-archives/index.ts";
import { readMonthlyReport } from "../../../../src/modules/desk/monthly-report/index.ts";
import { newestEntryId } from "../../../../src/modules/ledger/entries/index.ts";
import { listAudit } from "../../../../src/modules/platform/audit/index.ts";
import { lookAtClock } from "../../../../src/modules/platform/clock-step/index.ts";
import { runJob } from "../../../harness/app/jobs.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { unzip } from "../../../harness/unzip.ts";

const PATH = "/admin/ops/reports/archives";
const OPS = { kind: "operator", name: "ops", role: "operator", session: null } as const;

let world: World;
let acme: IssuedKey;
let headers: Record<string, string>;

beforeEach(async () => {
  world = await createWorld();
  acme = await world.createKey("acme");
  await world.createKey("beta");
  await world.createUser(acme, "zoe");
  const { token } = await makeOperator(world, "ops", "operator");
  headers = { authorization: `Bearer ${token}` };
});

afterEach(() => world.close());

const post = (amount: number) =>
  world.call("POST", "/api/salutes/credit", {
    key: acme,
    body: { user_id: "ext:zoe", amount, reason: "quest" },
  });
const request = (body: object) => world.call("POST", PATH, { headers, body });
const list = async (query = "month=2026-11") =>
  (await world.call("GET", `${PATH}?${query}`, { headers })).json.archives;
const download = (id: number) => world.call("GET", `${PATH}/${id}/download`, { headers });

test("one ZIP per partner: the ledger from opening to closing, and a cover page", async () => {
  await post(10);
  await post(2.5);
  const asked = (await request({ month: "2026-11" })).json;
  expect(
    asked.archives.map((each: { partner: string; state: string }) => [each.partner, each.state]),
  ).toEqual([
    ["acme", "waiting"],
    ["beta", "waiting"],
  ]);
  expect((await download(1)).status).toBe(404);
  await continueArchives(world.services);
  const [row] = await list("month=2026-11&partner=acme");
  expect(row).toMatchObject({
    state: "done",
    entries: 2,
    written: 2,
    provisional: true,
    requested_by: "ops",
  });
  const answer = await world.call("GET", row.download, { headers });
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="acme-2026-11.zip"');
  expect(new Bun.CryptoHasher("sha256").update(answer.bytes).digest("hex")).toBe(row.sha256);
  const files = unzip(world.dataDir, answer.bytes);
  expect(Object.keys(files)).toEqual([
    "cover.html",
    "ledger.csv",
    "settlements.csv",
    "usage.csv",
    "deliveries.csv",
    "incidents.csv",
  ]);
  const lines = (files["ledger.csv"] ?? "").trimEnd().split("\r\n");
  expect([lines[1], lines.at(-1)]).toEqual([
    "opening,,,,,,,,,2026-11-01T00:00:00.000Z,,,0",
    "closing,,,,,,,,,2026-12-01T00:00:00.000Z,,,12.5",
  ]);
  expect(lines[3]).toContain("entry,2,1,2.5,12.5,quest,api,");
  expect(files["cover.html"]).toContain("<h1>acme, 2026-11</h1>");
  const [entry] = listAudit(world.services.live.read, 1);
  expect(entry).toMatchObject({ actor: "ops", action: "report.download", subject: "month:2026-11" });
});

test("closing a month makes its archives; its file stays until it is made again", async () => {
  await post(10);
  world.clock.advance(20 * DAY_MS);
  await runJob(world, "month_figures");
  await continueArchives(world.services);
  const [first] = await list();
  expect(first).toMatchObject({ state: "done", requested_by: "month_figures" });
  await request({ month: "2026-11", partner: "acme" });
  expect((await download(first.id)).status).toBe(200);
  await continueArchives(world.services);
  expect((await list())[0]).toMatchObject({ id: first.id, state: "done", requested_by: "ops" });
});

test("a closed month's provisional archives are made once more when its figures are final", async () => {
  await post(10);
  world.clock.advance(11 * DAY_MS);
  await runJob(world, "month_figures");
  await continueArchives(world.services);
  const [provisional] = await list();
  expect(provisional).toMatchObject({ state: "done", provisional: true });
  await runJob(world, "month_figures");
  expect((await list())[0]).toEqual(provisional);
  world.clock.advance(7 * DAY_MS);
  await runJob(world, "month_figures");
  await continueArchives(world.services);
  const [final] = await list();
  expect(final).toMatchObject({ state: "done", provisional: false, requested_by: "month_figures" });
  await runJob(world, "month_figures");
  expect((await list())[0]).toEqual(final);
});

test("an archive of a month that does not agree with its entries waits alone, and is not made each hour", async () => {
  const { read, writer } = world.services.live;
  const passHours = async (hours: number) => {
    for (let hour = 0; hour < hours; hour++) {
      await runJob(world, "month_figures").catch(() => null);
      await continueArchives(world.services);
    }
  };
  for (let each = 0; each < 70; each++) await post(1);
  world.clock.advance(11 * DAY_MS);
  await passHours(1);
  const [provisional] = await list();
  await writer.run((tx) => {
    tx.run("UPDATE ledger_closings SET entries = entries + 1");
    tx.run("UPDATE ledger_months SET debited = debited + 100, credited = credited + 100");
  });
  await post(1);
  world.clock.advance(31 * DAY_MS);
  await passHours(1);
  world.clock.advance(7 * DAY_MS);
  await passHours(2);
  const all = [...(await list()), ...(await list("month=2026-12"))];
  expect(all[0]).toEqual(provisional);
  expect(all.map((each: { provisional: boolean }) => each.provisional)).toEqual([true, false, false, false]);
  const asked = read.all("SELECT id FROM audit_entries WHERE action = 'report.request'");
  expect(asked).toHaveLength(4);
});

test("no month is closed while the clock is not trusted", async () => {
  await post(10);
  world.clock.countUptime("first");
  await lookAtClock(world.services);
  world.clock.set(11 * DAY_MS);
  expect(await runJob(world, "month_figures")).toBe("held: the clock stepped; see salute doctor");
  expect(await list()).toEqual([]);
  world.clock.set(-11 * DAY_MS);
  expect(await runJob(world, "month_figures")).toBe("usage and deliveries counted");
});

test("a small month is downloaded at once, and made again until it is final", async () => {
  const zip = (query: string) => world.call("GET", `/admin/ops/reports/monthly.zip?${query}`, { headers });
  const november = "partner=acme&month=2026-11";
  await post(10);
  const first = await zip(november);
  expect([first.status, first.headers.get("content-type")]).toEqual([200, "application/zip"]);
  expect(unzip(world.dataDir, first.bytes)["ledger.csv"]).toContain("entry,1,1,10,10");
  await post(5);
  world.clock.advance(MINUTE_MS);
  expect(unzip(world.dataDir, (await zip(november)).bytes)["ledger.csv"]).toContain("entry,2,1,5,15");
  world.clock.advance(20 * DAY_MS);
  await runJob(world, "month_figures");
  await continueArchives(world.services);
  const [closed] = await list();
  expect(closed.provisional).toBe(false);
  expect((await zip(november)).status).toBe(200);
  expect((await list())[0]).toEqual(closed);
  for (const [query, status] of [
    ["month=2026-11", 400],
    ["partner=acme", 400],
    ["partner=nobody&month=2026-11", 404],
    ["partner=acme&month=2026-10", 404],
  ] as const)
    expect([query, (await zip(query)).status]).toEqual([query, status]);
});

test("other requests are answered while the settlements of other partners are passed over", async () => {
  const { read, writer } = world.services.live;
  await post(1);
  await writer.run((tx) =>
    tx.run(
      `WITH RECURSIVE each(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM each WHERE n < 2500)
         INSERT INTO conversions (partner_id, user_id, state, amount, mint, decimals, token_amount, fee, wallet_address,
           ledger_entry_id, created_at, resolved_at)
         SELECT iif(n = 2500, 1, 2), 1, 'settled', 100, 'mint', 0, '1', '0', 'wallet', 1, ?1, ?1 + n / 3 FROM each`,
      tx.now,
    ),
  );
  const texts = [...settlementsCsv(read, { partnerId: 1, month: "2026-11" })];
  expect([texts.length, texts.filter((text) => text !== "").length]).toEqual([2_501, 2]);
  const [row] = readMonthlyReport(read, { month: "2026-11", partnerId: 1, now: world.clock.now() }).partners;
  expect(row?.settlements).toMatchObject([{ count: 1, amount: "1" }]);
});

test("entries that come after the report are not in its ledger", async () => {
  const { read } = world.services.live;
  await post(10);
  const newestId = newestEntryId(read);
  const { partners } = readMonthlyReport(read, { month: "2026-11", partnerId: 1, now: world.clock.now() });
  await post(2.5);
  const ledger = partners[0]?.ledger;
  if (ledger === undefined) throw new Error("the partner is not in the report");
  const lines = [...ledgerCsv(read, { partnerId: 1, month: "2026-11", ledger, newestId }, () => {})];
  expect(lines.map((line) => line.split(",")[0])).toEqual(["line", "opening", "entry", "closing"]);
});

test("a large month answers 202 with its progress until its archive is made", async () => {
  await post(10);
  await request({ month: "2026-11", partner: "acme" });
  await world.services.live.writer.run((tx) => tx.run("UPDATE month_archives SET entries = 50000"));
  const query = "partner=acme&month=2026-11";
  const waiting = await world.call("GET", `/admin/ops/reports/monthly.zip?${query}`, { headers });
  expect([waiting.status, waiting.json]).toMatchObject([202, { state: "waiting", written: 0 }]);
  const entries = await world.services.live.read.all(
    "SELECT id FROM audit_entries WHERE action = 'report.download'",
  );
  expect(entries).toEqual([]);
  await continueArchives(world.services);
  expect((await world.call("GET", `/admin/ops/reports/monthly.zip?${query}`, { headers })).status).toBe(200);
});

test("an archive asked for while it is being made is made again", async () => {
  await post(10);
  await request({ month: "2026-11", partner: "acme" });
  const making = continueArchives(world.services);
  await post(7.77);
  world.clock.advance(1);
  expect((await request({ month: "2026-11", partner: "acme" })).json.archives[0].state).toBe("waiting");
  await making;
  const [row] = await list();
  expect(row).toMatchObject({ state: "done", entries: 2, written: 2 });
  expect(unzip(world.dataDir, (await download(row.id)).bytes)["ledger.csv"]).toContain(",7.77,");
});

test("a small month is made at once, also if it is asked for again meanwhile", async () => {
  await post(10);
  const asked = currentArchive(
    world.services,
    { actor: OPS, method: "GET" },
    { partner: "acme", month: "2026-11" },
  );
  await world.services.live.writer.run((tx) =>
    tx.run("UPDATE month_archives SET created_at = created_at + 1"),
  );
  expect(await asked).toMatchObject({ state: "done", written: 1 });
});

test("archives that a stopped process left are made later, and leave no part behind", async () => {
  for (let each = 0; each < 3; each++) await post(1);
  await request({ month: "2026-11" });
  const stopped = new AbortController();
  stopped.abort();
  await continueArchives(world.services, stopped.signal);
  expect((await list())[0].state).toBe("waiting");
  mkdirSync(join(world.dataDir, "reports"));
  const reports = (name: string) => join(world.dataDir, "reports", name);
  for (const name of ["1.zip.0a1b2c3d", "2.zip.4e5f6a7b"]) writeFileSync(reports(name), "half of it");
  utimesSync(reports("1.zip.0a1b2c3d"), 0, 0);
  await world.restart();
  removeUnfinished(world.services);
  await continueArchives(world.services);
  expect((await list()).map((each: { state: string }) => each.state)).toEqual(["done", "done"]);
  expect(readdirSync(join(world.dataDir, "reports")).sort()).toEqual(["1.zip", "2.zip", "2.zip.4e5f6a7b"]);
});

test("unknown partners, months that have not begun and viewers are refused", async () => {
  expect((await request({ month: "2026-11", partner: "99" })).status).toBe(404);
  expect((await request({ month: "2027-01" })).status).toBe(400);
  const { token } = await makeOperator(world, "eve", "viewer");
  const viewer = { authorization: `Bearer ${token}` };
  expect((await world.call("POST", PATH, { headers: viewer, body: { month: "2026-11" } })).status).toBe(403);
  expect(await list()).toEqual([]);
});

test("viewers read a month as a ZIP, as they read its report and ledger; each download is in the trail", async () => {
  await post(10);
  await request({ month: "2026-11" });
  await continueArchives(world.services);
  const { token } = await makeOperator(world, "eve", "viewer");
  const viewer = { authorization: `Bearer ${token}` };
  for (const path of ["/admin/ops/reports/monthly.zip?month=2026-11&partner=1", `${PATH}/1/download`]) {
    const answer = await world.call("GET", path, { headers: viewer });
    expect([answer.status, Object.keys(unzip(world.dataDir, answer.bytes))]).toEqual([
      200,
      expect.arrayContaining(["cover.html", "ledger.csv"]),
    ]);
  }
  const downloads = world.services.live.read.all<{ actor: string }>(
    "SELECT actor FROM audit_entries WHERE action = 'report.download'",
  );
  expect(downloads).toEqual([{ actor: "eve" }, { actor: "eve" }]);
});

test("reading a month again within a minute, by HEAD or in safe mode makes no archive", async () => {
  await post(10);
  const read = (method: "GET" | "HEAD", partner = "acme") =>
    world.call(method, `/admin/ops/reports/monthly.zip?month=2026-11&partner=${partner}`, { headers });
  const made = () =>
    world.services.live.read.all("SELECT id FROM audit_entries WHERE action = 'report.request'").length;
  expect([(await read("HEAD")).status, made()]).toEqual([404, 0]);
  expect([(await read("GET")).status, made()]).toEqual([200, 1]);
  expect([(await read("GET")).status, (await read("HEAD")).status, made()]).toEqual([200, 200, 1]);
  world.clock.advance(MINUTE_MS);
  const owner = await signedIn(world, "ada", "owner");
  await owner.open("/admin/safe-mode");
  await owner.submit("/admin/safe-mode", { state: "on", reason: "a leak" });
  const refused = await read("GET", "beta");
  expect([refused.status, refused.json.error]).toEqual([503, "safe_mode"]);
  expect([(await read("GET")).status, made()]).toEqual([200, 1]);
});

test("the page asks for archives and lists them", async () => {
  const ops = await signedIn(world, "olga", "operator");
  await ops.open("/admin/ops/reports/monthly?month=2026-11&partner=1");
  const sent = await ops.submit("/admin/ops/reports/monthly/archives", { month: "2026-11", partner: "1" });
  expect(sent.headers.get("location")).toBe("/admin/ops/reports/monthly?month=2026-11&partner=1");
  await continueArchives(world.services);
  expect((await ops.open("/admin/ops/reports/monthly?month=2026-11")).text).toContain(
    `href="${PATH}/1/download"`,
  );
});

test("the form on a partner's page names that partner, also where its id is another partner's name", async () => {
  await world.createKey("1");
  const ops = await signedIn(world, "olga", "operator");
  const { text } = await ops.open("/admin/ops/reports/monthly?month=2026-11&partner=acme");
  expect(text).toContain('name="partner" value="acme"');
  expect(text).not.toContain('name="partner" value="1"');
});

test("a partner that does not exist is 404 in lists, requests and the page's form", async () => {
  const nobody = { month: "2026-11", partner: "nobody" };
  expect((await request(nobody)).status).toBe(404);
  expect((await world.call("GET", `${PATH}?month=2026-11&partner=nobody`, { headers })).status).toBe(404);
  const browser = await signedIn(world, "petra", "operator");
  await browser.open("/admin/ops/reports/monthly");
  const refused = await browser.submit("/admin/ops/reports/monthly/archives", nobody);
  expect([refused.status, refused.text.includes("there is no partner nobody")]).toEqual([404, true]);
});

test("an archive that cannot be written is 409 with the reason", async () => {
  await post(10);
  writeFileSync(join(world.dataDir, "reports"), "a file where the folder should be");
  const { status, json } = await world.call(
    "GET",
    "/admin/ops/reports/monthly.zip?partner=acme&month=2026-11",
    { headers },
  );
  expect([status, json.error]).toEqual([409, "state_conflict"]);
  expect(json.message).toStartWith("The archive could not be made: ");
});
