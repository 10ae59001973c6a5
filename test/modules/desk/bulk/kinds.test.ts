import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import type { World } from "../../../harness/app/world.ts";
import { createAudioWorld } from "../../share-links/links/fixture.ts";
import { auditedWorld, requireLatestRun } from "../../transparency/audits/fixture.ts";
import { createWebhook, switchTo } from "../../webhooks/deliveries/fixture.ts";

/** Each kind of bulk action, by JSON. */

let world: World;
const PATH = "/admin/ops/bulk-actions";

afterEach(() => world.close());

async function bearer(role: "viewer" | "operator" = "operator") {
  const { token } = await makeOperator(world, role === "viewer" ? "eve" : "ops", role);
  return { authorization: `Bearer ${token}` };
}
const start = async (body: object, headers?: Record<string, string>) =>
  world.call("POST", PATH, { body, headers: headers ?? (await bearer()) });

describe("webhooks, links and rules", () => {
  beforeEach(async () => {
    world = await createAudioWorld();
  });

  test("webhooks that answered 410 are switched on again at the receivers' page", async () => {
    const key = await world.createKey("acme");
    const ids = [await createWebhook(world, key), await createWebhook(world, key)];
    await world.services.live.writer.run((tx) =>
      tx.run("UPDATE webhooks SET is_active = 0, off_reason = 'gone' WHERE id = ?", ids[0] ?? 0),
    );
    const operator = await signedIn(world, "boss", "operator");
    expect((await operator.open("/admin/receivers?state=gone")).text).toContain("Switch selected on");
    const { status, json } = await start({
      kind: "enable_webhooks",
      items: ids.map(String),
      reason: "The receiver is back",
    });
    expect([status, json.changed, json.left, json.state]).toEqual([200, 1, 1, "done"]);
    const { json: detail } = await world.call("GET", `${PATH}/${json.id}?state=left`, {
      headers: { authorization: `Bearer ${(await makeOperator(world, "eve", "viewer")).token}` },
    });
    expect(detail.items).toEqual([
      {
        position: 2,
        item: String(ids[1]),
        state: "left",
        why: `Leave it as it is: webhook ${ids[1]} is on.`,
      },
    ]);
    await switchTo(world, key, ids[0] ?? 0, false);
  });

  test("links are revoked with the reason; an unknown code is left", async () => {
    const audio = world as Awaited<ReturnType<typeof createAudioWorld>>;
    const code = await audio.short();
    const { json } = await start({
      kind: "revoke_links",
      items: [code, "zzzzzzzz"],
      reason: "Stolen artwork",
    });
    expect([json.changed, json.left, json.waiting]).toEqual([1, 1, 0]);
    expect((await audio.visit(code)).status).toBe(410);
    const owner = await signedIn(world, "boss", "operator");
    expect((await owner.open("/admin/audio-share?list=revocations")).text).toContain("Stolen artwork");
  });

  test("suppression rules are removed, each by the file's revision of its turn", async () => {
    const headers = await bearer();
    const rules = "/admin/ops/403-digest/suppressions";
    const ids: string[] = [];
    for (const path_glob of ["/a/**", "/b/**"]) {
      const { json } = await world.call("GET", rules, { headers });
      const added = await world.call("POST", rules, {
        headers,
        body: {
          action: "add",
          expected_revision: json.revision,
          path_glob,
          owner: "ops",
          expires_at: new Date(Date.now() + 86_400_000).toISOString(),
        },
      });
      ids.push(added.json.suppression.id);
    }
    const { json } = await start(
      { kind: "remove_suppressions", items: [...ids, "rule_x"], reason: "Old" },
      headers,
    );
    expect([json.changed, json.left]).toEqual([2, 1]);
    expect((await world.call("GET", rules, { headers })).json.count).toBe(0);
  });

  test("the list is paged, and an unknown id is 404", async () => {
    const headers = await bearer();
    for (const item of ["1", "2"])
      await start({ kind: "enable_webhooks", items: [item], reason: "again" }, headers);
    const first = (await world.call("GET", `${PATH}?limit=1`, { headers })).json;
    expect([first.count, first.actions[0].id, first.pagination.has_more]).toEqual([1, 2, true]);
    const second = await world.call("GET", `${PATH}?limit=1&cursor=${first.pagination.next_cursor}`, {
      headers,
    });
    expect(second.json.actions[0].id).toBe(1);
    expect((await world.call("GET", `${PATH}/9`, { headers })).status).toBe(404);
    const operator = await signedIn(world, "boss", "operator");
    expect((await operator.open("/admin/bulk/9")).status).toBe(404);
  });

  test("a request that fits no kind is 400 naming the field; a viewer's is 403", async () => {
    const headers = await bearer();
    const fields = async (body: object) => (await start(body, headers)).json.details?.[0]?.field;
    expect(await fields({ kind: "triage_anomalies", items: ["a"], reason: "x" })).toBe("triage_status");
    expect(await fields({ kind: "enable_webhooks", items: ["1"], triage_status: "open", reason: "x" })).toBe(
      "triage_status",
    );
    expect(await fields({ kind: "enable_webhooks", items: [], reason: "x" })).toBe("items");
    expect(await fields({ kind: "enable_webhooks", items: ["1"] })).toBe("reason");
    const body = { kind: "enable_webhooks", items: ["1"], reason: "x" };
    expect((await start(body, await bearer("viewer"))).status).toBe(403);
  });
});

test("anomalies get one triage each, with the status and the reason as its note", async () => {
  world = await auditedWorld();
  const rows = requireLatestRun(world)
    .rows.slice(0, 2)
    .map(({ row_id }) => row_id);
  const { json } = await start({
    kind: "triage_anomalies",
    items: [...rows, "0000000000000000"],
    triage_status: "explained",
    reason: "Listing on an exchange",
  });
  expect([json.changed, json.left]).toEqual([rows.length, 1]);
  const notes = world.services.live.read.all<{ status: string; note: string }>(
    "SELECT status, note FROM audit_triage",
  );
  expect(notes).toEqual(rows.map(() => ({ status: "explained", note: "Listing on an exchange" })));
});
