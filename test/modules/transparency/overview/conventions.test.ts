import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { allOperations } from "../../../../src/compose/operations.ts";
import type { Operation } from "../../../../src/http/operation.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { buildRows, putRuns } from "../public-audits/fixture.ts";

/** Conventions of all operations in the group (contract sections 2 and 15). */

let world: World;
let operations: Operation[];
beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_PUBLIC_API_PER_MIN: "0" });
  await putRuns(
    world,
    { run: "20261120T011000Z" },
    { run: "20261121T011000Z", rows: buildRows({ warn: 2 }) },
  );
  operations = allOperations(world.services).filter(({ group }) => group === "transparency");
});
afterAll(() => world.close());

const isJson = ({ response }: Operation) => !("mediaType" in response);

describe("every public document of transparency", () => {
  test("there are 18, 13 of them JSON", () => {
    expect([operations.length, operations.filter(isJson).length]).toEqual([18, 13]);
  });

  test("is public for every origin, cacheable for a minute, with a strong ETag and 304", async () => {
    for (const { path } of operations) {
      const first = await world.call("GET", path);
      const headers = Object.fromEntries(first.headers);
      expect([path, first.status, headers["cache-control"], headers["access-control-allow-origin"]]).toEqual([
        path,
        200,
        "public, max-age=60",
        "*",
      ]);
      expect(headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
      const conditions = [
        ["if-none-match", headers.etag],
        ["if-modified-since", headers["last-modified"]],
      ] as const;
      for (const [name, value = ""] of conditions) {
        const again = await world.call("GET", path, { headers: { [name]: value } });
        expect([path, again.status, again.text]).toEqual([path, 304, ""]);
      }
      const head = await world.call("HEAD", path);
      expect([path, head.status, head.text, head.headers.get("etag")]).toEqual([
        path,
        200,
        "",
        headers.etag ?? "",
      ]);
    }
  });

  test("ignores unknown parameters and refuses malformed flags", async () => {
    for (const operation of operations) {
      const { path } = operation;
      expect([path, (await world.call("GET", `${path}?nonsense=1`)).status]).toEqual([path, 200]);
      if (!isJson(operation)) continue;
      const refused = await world.call("GET", `${path}?include_meta=maybe`);
      expect([path, refused.status, refused.json.details[0].field]).toEqual([path, 400, "include_meta"]);
    }
  });

  test("includes meta on request, and then has no validators", async () => {
    for (const operation of operations.filter(isJson)) {
      const { json, headers } = await world.call("GET", `${operation.path}?include_meta`);
      expect([operation.path, json.meta.request_id, headers.get("etag")]).toEqual([
        operation.path,
        headers.get("x-request-id"),
        null,
      ]);
    }
  });
});
