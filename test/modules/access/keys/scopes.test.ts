import { afterAll, beforeAll, expect, test } from "bun:test";
import { allOperations } from "../../../../src/compose/operations.ts";
import { PartnerAccess } from "../../../../src/http/access/partner.ts";
import { SCOPES } from "../../../../src/modules/access/keys/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test("every scope that an operation names can be given to a key, and every scope opens an operation", () => {
  const named = allOperations(world.services).flatMap(({ access }) =>
    access instanceof PartnerAccess && access.scope !== null ? [access.scope] : [],
  );
  expect([...new Set(named)].sort()).toEqual([...SCOPES].sort());
});
