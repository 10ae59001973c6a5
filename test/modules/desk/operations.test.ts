import { afterAll, beforeAll, expect, test } from "bun:test";
import { allOperations } from "../../../src/compose/operations.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { makeOperator } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** Common rules of all reads of the operators' desk (contract section 17). */

let world: World;
let headers: Record<string, string>;
let reads: Operation[];

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_ADMIN_PER_MIN: "0" });
  headers = { authorization: `Bearer ${(await makeOperator(world, "olga", "owner")).token}` };
  await open("the first");
  reads = allOperations(world.services).filter(
    ({ group, method, path }) => group === "ops" && method === "GET" && !path.includes("{"),
  );
});

afterAll(() => world.close());

const open = (title: string) =>
  world.call("POST", "/admin/ops/incidents", {
    headers,
    body: { title },
    nonce: null,
    idempotencyKey: null,
  });

/** Required parameters by operation. */
const NEEDED: Readonly<Record<string, string>> = {
  "/admin/ops/incidents/detail.json": "?id=1",
  "/admin/ops/link-inbox/events/export-download.csv": "?download_token=unknown",
};

const targetsOf = () => reads.map(({ path }) => `${path}${NEEDED[path] ?? ""}`);

test("answers and refusals are never cacheable by shared caches", async () => {
  expect(reads.length).toBeGreaterThan(40);
  for (const target of targetsOf())
    for (const query of ["", `${target.includes("?") ? "&" : "?"}unknown_parameter=1`]) {
      const answer = await world.call("GET", target + query, { headers });
      expect([target, query, answer.headers.get("cache-control")]).toEqual([
        target,
        query,
        expect.stringMatching(/^private, (no-store|max-age=\d+)$/),
      ]);
    }
});

test("HEAD answers like GET, without a body", async () => {
  for (const target of targetsOf()) {
    const [get, head] = [
      await world.call("GET", target, { headers }),
      await world.call("HEAD", target, { headers }),
    ];
    const told = ({ status, headers: own }: typeof get) => [target, status, own.get("content-type")];
    expect([...told(head), head.text]).toEqual([...told(get), ""]);
  }
});

test("no read, with any flag, leaves later reads at an old snapshot", async () => {
  const newest = async () =>
    (await world.call("GET", "/admin/ops/incidents?limit=1", { headers })).json.incidents[0].title;
  const flags = ["", "count_only=1", "debug=1", "checksum=1", "compress=1", "include_env_rows=1"];
  for (const target of targetsOf()) {
    for (const flag of flags)
      await world.call("GET", `${target}${target.includes("?") ? "&" : "?"}${flag}`, { headers });
    await open(`after ${target}`);
    expect(await newest()).toBe(`after ${target}`);
  }
});
