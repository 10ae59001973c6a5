import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { runJob } from "../../../harness/app/jobs.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";

const PATH = "/admin/ops/digest";
const DAY_MS = 86_400_000;

let world: World;
let headers: Record<string, string>;

beforeEach(async () => {
  world = await createWorld();
  headers = { authorization: `Bearer ${(await makeOperator(world, "zoe", "operator")).token}` };
});

afterEach(() => world.close());

const get = (path = "") => world.call("GET", `${PATH}${path}`, { headers });
const post = (path: string, body: object) =>
  world.call("POST", `/admin/ops${path}`, { headers, body, nonce: null, idempotencyKey: null });

describe("the digest", () => {
  test("lists concerns, and is all well only without any", async () => {
    const quiet = (await get()).json;
    expect(quiet.all_well).toBe(quiet.concerns.length === 0);
    await post("/incidents", { title: "Payments are late", severity: "bad" });
    const { json } = await get();
    expect([json.all_well, json.incidents.open.length]).toEqual([false, 1]);
    expect(json.concerns).toContain("Incident 1 is open: Payments are late");
    expect((await world.call("GET", PATH)).status).toBe(403);
    expect((await get("?days=1")).status).toBe(400);
  });

  test("is stored daily, and the last one with concerns limits an export of links", async () => {
    await post("/link-inbox/links", { note: "before the first digest" });
    world.clock.advance(1000);
    await runJob(world, "digest");
    const from = world.clock.now();
    world.clock.advance(1000);
    await post("/link-inbox/links", { note: "between" });
    await post("/incidents", { title: "Late", severity: "bad" });
    world.clock.advance(DAY_MS);
    await runJob(world, "digest");
    const { json } = await world.call(
      "GET",
      "/admin/ops/link-inbox/events/export.json?window_preset=last_digest_warn",
      { headers },
    );
    expect(json.window).toEqual({
      from: new Date(from).toISOString(),
      to: new Date(world.clock.now()).toISOString(),
    });
    expect(json.count).toBe(1);
    expect((await get()).json.stored.length).toBe(2);
    const outage = (
      await world.call("GET", "/admin/ops/link-inbox/events/export.json?window_preset=last_outage", {
        headers,
      })
    ).json;
    expect(outage.window.to).toBe(new Date(world.clock.now()).toISOString());
  });

  test("has a page for browsers", async () => {
    const browser = await signedIn(world, "ada", "viewer");
    const page = await browser.open(PATH);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(page.text).toContain("The last 24 hours");
  });
});

describe("verification of resolved items", () => {
  test("compares each with current measurements, and has validators", async () => {
    await post("/incidents", { title: "Late", severity: "bad", checks: ["webhooks"] });
    await post("/incidents/1/resolve", {});
    await post("/incidents", { title: "Open", severity: "bad" });
    const { json } = await get("/resolved-verification.json");
    expect(json.items).toEqual([{ kind: "incident", id: "1", title: "Late", holds: true }]);
    expect(json.counts).toEqual({ holds: 1, broken: 0, unknown: 0 });
    await expectValidators(
      world,
      `${PATH}/resolved-verification.json`,
      { headers },
      {
        lastModified: new Date(world.clock.now()).toUTCString(),
        cacheControl: "private, max-age=30",
      },
    );
    expect((await world.call("GET", `${PATH}/resolved-verification.json`)).status).toBe(403);
  });
});
