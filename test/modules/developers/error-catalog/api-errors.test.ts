import { afterEach, expect, test } from "bun:test";
import { allOperations } from "../../../../src/compose/operations.ts";
import { documentedCodes } from "../../../../src/http/documented.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import { createScheduledWorld } from "../deprecations/fixture.ts";

let world: World;
afterEach(() => world.close());

test("lists every code of every surface with status, message and existing links", async () => {
  world = await createWorld();
  const { json } = await world.call("GET", "/developers/api-errors.json");
  const operations = allOperations(world.services);
  const codes = new Set(operations.flatMap((each) => documentedCodes(each).map(({ code }) => code)));
  codes.add("not_found").add("method_not_allowed");
  expect(Object.keys(json.by_code).sort()).toEqual([...codes].sort());
  expect(json.count).toBe(codes.size);
  const paths = new Set(
    operations.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, (_, name) => name.toUpperCase())),
  );
  for (const [code, entry] of Object.entries<{
    http_status: number;
    message: string;
    recovery_links: object;
  }>(json.by_code)) {
    expect([code, entry.http_status >= 400, entry.message.length > 10]).toEqual([code, true, true]);
    for (const path of Object.values(entry.recovery_links)) expect(paths.has(path)).toBe(true);
  }
  expect(json.by_code.deprecation_not_found).toMatchObject({
    http_status: 404,
    recovery_links: { deprecations: "/developers/deprecations.json" },
  });
  const lastModified = "Sat, 21 Nov 2026 10:00:00 GMT";
  await expectValidators(
    world,
    "/developers/api-errors.json",
    {},
    { lastModified, cacheControl: "public, max-age=300" },
  );
});

test("lists endpoint_sunset once a deprecation is scheduled, for partners too", async () => {
  world = await createScheduledWorld();
  const key = await world.createKey("acme");
  const { json } = await world.call("GET", "/developers/api-errors.json");
  expect(json.by_code.endpoint_sunset.http_status).toBe(410);
  const { json: catalog } = await world.call("GET", "/api/partner/errors.json", { key });
  const entry = catalog.entries.find(
    ({ error_code }: { error_code: string }) => error_code === "endpoint_sunset",
  );
  expect(entry.recovery_links.deprecations).toBe("/developers/deprecations.json");
});
