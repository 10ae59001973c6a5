import { afterAll, beforeAll, expect, test } from "bun:test";
import { recordAudit } from "../../../../src/modules/platform/audit/index.ts";
import { signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
let viewer: Visitor;

beforeAll(async () => {
  world = await createWorld();
  viewer = await signedIn(world, "eve", "viewer");
  await world.services.live.writer.run((tx) => {
    recordAudit(
      tx,
      { kind: "command", name: "night shift" },
      {
        action: "key.create",
        subject: "pk_live_a",
        details: { scopes: ["read"] },
      },
    );
    recordAudit(
      tx,
      { kind: "command", name: "day shift" },
      { action: "key.rotate", subject: "pk_live_b", details: { reason: null } },
    );
    recordAudit(
      tx,
      { kind: "command", name: "day shift" },
      { action: "keyring.rotate", subject: "master", details: {} },
    );
  });
});

afterAll(() => world.close());

const SUBJECTS = ["pk_live_a", "pk_live_b", "master"];

async function shown(query: string): Promise<string[]> {
  const { text } = await viewer.open(`/admin/audit?${query}`);
  return SUBJECTS.filter((subject) => text.includes(`>${subject}</a>`));
}

test("the audit trail is filtered by operator, action or family of actions, and subject", async () => {
  expect(await shown("")).toEqual(SUBJECTS);
  expect(await shown("actor=night+shift")).toEqual(["pk_live_a"]);
  expect(await shown("action=key.rotate")).toEqual(["pk_live_b"]);
  expect(await shown("action=key")).toEqual(["pk_live_a", "pk_live_b"]);
  expect(await shown("subject=master")).toEqual(["master"]);
  expect(await shown("actor=day+shift&action=key")).toEqual(["pk_live_b"]);
});

test("the filters stay in their fields, and details read as words", async () => {
  const { text } = await viewer.open("/admin/audit?subject=pk_live_a");
  expect(text).toMatch(/name="subject"[^>]*value="pk_live_a"/);
  expect(text).toContain("scopes: read");
});

test("an action that no name can have is 400", async () => {
  expect((await viewer.open("/admin/audit?action=*")).status).toBe(400);
});

test("filters that match nothing lead back to all entries, and do not say that there are none", async () => {
  const { text } = await viewer.open("/admin/audit?subject=nothing");
  expect(text).toContain("No entries match these filters.");
  expect(text).toContain('<a href="/admin/audit">Show all</a>');
  expect(text).not.toMatch(/No changes yet|appear here/);
});
