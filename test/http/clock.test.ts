import { afterEach, beforeEach, expect, test } from "bun:test";
import { checkFiles } from "../../src/compose/invariants.ts";
import { DAY_MS, HOUR_MS } from "../../src/kit/clock.ts";
import { runJob } from "../harness/app/jobs.ts";
import { newNonce } from "../harness/app/signing.ts";
import { signedIn } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";

let world: World;
let key: Awaited<ReturnType<World["createKey"]>>;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
});

afterEach(async () => {
  expect((await checkFiles(world.dataDir, true)).filter(({ ok }) => !ok)).toEqual([]);
  await world.close();
});

test.each([
  ["a day ahead", DAY_MS],
  ["back by an hour", -HOUR_MS],
])(
  "with the clock set %s: an intent is applied once, a nonce is used once, ids and cursors keep their order",
  async (_, jump) => {
    const user_id = await world.createUser(key, "ann");
    const body = { user_id, amount: 3, reason: "clock" };
    const [idempotencyKey, nonce] = ["once", newNonce()];
    const credit = (more: object = {}) => world.call("POST", "/api/salutes/credit", { key, body, ...more });
    expect((await credit({ idempotencyKey, nonce })).status).toBe(200);
    world.clock.advance(jump);
    expect((await credit({ idempotencyKey })).json.error).toBe("idempotency_replay");
    if (jump < 0) expect((await credit({ nonce })).json.error).toBe("replay_detected");
    for (let n = 0; n < 4; n++) expect((await credit()).status).toBe(200);
    world.clock.advance(-jump);
    await runJob(world, "retention");
    expect((await credit({ idempotencyKey })).json.error).toBe("idempotency_replay");
    expect((await credit({ nonce })).status).toBe(409);
    const ids: number[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const target = `/api/salutes/ledger?user_id=${user_id}&limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`;
      const { json } = await world.call("GET", target, { key });
      ids.push(...json.ledger.map(({ id }: { id: number }) => id));
      cursor = json.pagination.next_cursor;
    }
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect(ids).toHaveLength(5);
  },
);

test("a session survives a clock set back, and ends with a clock set a day ahead", async () => {
  const browser = await signedIn(world, "ops", "viewer");
  world.clock.advance(-HOUR_MS);
  expect((await browser.open("/admin/account")).status).toBe(200);
  world.clock.advance(DAY_MS);
  expect((await browser.open("/admin/account")).status).toBe(403);
});
