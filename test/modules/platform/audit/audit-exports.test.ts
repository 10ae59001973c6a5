import { afterAll, beforeAll, expect, test } from "bun:test";
import { recordAudit } from "../../../../src/modules/platform/audit/index.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let viewer: Visitor;

beforeAll(async () => {
  world = await createWorld();
  viewer = await signedIn(world, "eve", "viewer");
  for (const subject of ["a", "b", "c"])
    await world.services.live.writer.run((tx) =>
      recordAudit(
        tx,
        { kind: "command", name: "=night" },
        { action: "key.create", subject, details: { n: 1 } },
      ),
    );
});

afterAll(() => world.close());

const subjects = (json: { entries: { subject: string }[] }) => json.entries.map(({ subject }) => subject);

test("the trail as JSON is paged by cursor, newest first, and a cursor belongs to its filters", async () => {
  const path = "/admin/ops/audit-trail.json?action=key&limit=2";
  const first = (await viewer.open(path)).json;
  expect([subjects(first), first.count, first.pagination.has_more]).toEqual([["c", "b"], 2, true]);
  const second = (await viewer.open(`${path}&cursor=${first.pagination.next_cursor}`)).json;
  expect([subjects(second), second.pagination.has_more]).toEqual([["a"], false]);
  const other = `/admin/ops/audit-trail.json?limit=2&cursor=${first.pagination.next_cursor}`;
  expect((await viewer.open(other)).status).toBe(400);
});

test("a period includes both ends, and a day that does not exist is 400", async () => {
  const [{ created_at }] = (await viewer.open("/admin/ops/audit-trail.json?action=key&limit=1")).json.entries;
  const at = encodeURIComponent(created_at);
  expect(subjects((await viewer.open(`/admin/ops/audit-trail.json?action=key&from=${at}`)).json)).toContain(
    "c",
  );
  expect(subjects((await viewer.open("/admin/ops/audit-trail.json?to=2001-01-01")).json)).toEqual([]);
  expect((await viewer.open("/admin/ops/audit-trail.json?from=2026-02-30")).status).toBe(400);
});

test("the CSV has every matching entry, and no cell that a spreadsheet would run", async () => {
  const { text } = await viewer.open("/admin/ops/audit-trail.csv?action=key");
  const [head, ...rows] = text.trim().split("\r\n");
  expect(head).toBe("id,created_at,actor_kind,actor,action,subject,details");
  expect(rows.map((row) => row.split(",").slice(2, 6).join())).toEqual([
    "command,'=night,key.create,c",
    "command,'=night,key.create,b",
    "command,'=night,key.create,a",
  ]);
});

test("the page links to the CSV of its filters", async () => {
  const { text } = await viewer.open("/admin/audit?action=key&from=2001-01-01");
  expect(text).toContain('href="/admin/ops/audit-trail.csv?action=key&amp;from=2001-01-01"');
});
