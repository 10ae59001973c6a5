import { afterAll, beforeAll, expect, test } from "bun:test";
import { buildApp } from "../../../../src/app.ts";
import { recordAudit } from "../../../../src/modules/platform/audit/index.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** The CSV of a list: what the page shows, page after page. */

let world: World;
let viewer: Visitor;
const NOTED = 2_500;
/** Rows of one page of the trail. */
const PAGE = 100;

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_ADMIN_PER_MIN: "0", RATE_LIMIT_PAGES_PER_MIN: "0" });
  viewer = await signedIn(world, "eve", "viewer");
  const who = { kind: "command", name: "=night" } as const;
  await world.services.live.writer.run((tx) => {
    for (let n = 0; n < NOTED; n++)
      recordAudit(tx, who, { action: "list.sample", subject: `sample:${n}`, details: { n } });
  });
});

afterAll(() => world.close());

const exportsBy = async () =>
  (await viewer.open("/admin/ops/audit-trail.json?action=list.export")).json.entries as {
    actor: string;
    subject: string;
    details: Record<string, unknown>;
  }[];

test("has the rows of all pages with the shown columns, times as answers have them", async () => {
  const answer = await viewer.open("/admin/audit?action=list.sample&columns=at,subject&format=csv");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toStartWith("text/csv");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="admin-audit.csv"');
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const [head, first, ...rest] = answer.text.trim().split("\r\n");
  expect(head).toBe("at,subject");
  expect(first).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z,"?sample:2499/);
  expect(rest).toHaveLength(NOTED - 1);
  expect(rest.at(-1)).toContain("sample:0 ");
});

test("of an empty list is its head", async () => {
  const { text } = await viewer.open("/admin/conversions?format=csv");
  expect(text.trim().split("\r\n")).toEqual(["id,partner,user,state,salutes,tokens,to,created,resolved"]);
});

test("is recorded in the audit trail with its filters and number of rows; a look without a body is not", async () => {
  const before = (await exportsBy()).length;
  const headers = { cookie: viewer.cookie() ?? "" };
  const path = "/admin/audit?action=list.sample&format=csv";
  expect((await world.call("HEAD", path, { headers })).status).toBe(200);
  expect(await exportsBy()).toHaveLength(before);
  await viewer.open("/admin/audit?action=list.sample&format=csv");
  const [newest] = await exportsBy();
  expect([newest?.actor, newest?.subject]).toEqual(["eve", "/admin/audit"]);
  expect(newest?.details).toEqual({
    action: "list.sample",
    columns: "at,actor,action,subject",
    rows: NOTED,
  });
});

test("is sent page by page: who gives up after the first one has taken its rows, and the trail says so", async () => {
  const request = new Request("http://localhost/admin/audit?action=list.sample&format=csv", {
    headers: { cookie: viewer.cookie() ?? "" },
  });
  const reader = (await buildApp(world.services).handle(request)).body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  expect(first.trim().split("\r\n")).toHaveLength(1 + PAGE);
  await reader?.cancel();
  const [newest] = await exportsBy();
  const rows = Number(newest?.details.rows);
  expect(rows).toBeGreaterThanOrEqual(PAGE);
  expect(rows).toBeLessThan(NOTED);
});

test("any other format is 400", async () => {
  expect((await viewer.open("/admin/audit?format=xml")).status).toBe(400);
});
