import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SEALED_TABLES } from "../../../../src/compose/modules.ts";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { neededKeyIds } from "../../../../src/modules/platform/master-key/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { salute, scratch } from "../../../harness/processes/commands.ts";
import { NO_LIMIT, SANDBOX } from "../twins/script.ts";

/** Machines have other work too. */
setDefaultTimeout(30_000);

let world: World;
beforeEach(async () => {
  world = await createWorld(NO_LIMIT);
});
afterEach(() => world.close());

test("a rotation seals the secrets in sandbox files anew too, beside the server that uses them", async () => {
  const keys: IssuedKey[] = [];
  for (const partner of ["acme", "other"]) keys.push(await world.createKey(partner, "sandbox"));
  const tests = () =>
    Promise.all(keys.map((key) => world.call("POST", `${SANDBOX}/webhooks/1/test`, { key })));
  const signatures = async () =>
    (await tests()).map(({ json }) => json.simulation.headers["X-Webhook-Signature"] as string);
  const before = await signatures();
  const { code, err } = await salute(["master-key", "rotate", "--data", world.dataDir]);
  expect(code).toBe(0);
  for (const partner of ["acme", "other"])
    expect(err).toContain(`sandbox/${partner}.db: 3 of 3 secrets resealed\n`);
  expect((await signatures()).length).toBe(before.length);
  await world.restart();
  expect((await tests()).map(({ status }) => status)).toEqual([200, 200]);
  expect(readFileSync(join(world.dataDir, "master.key"), "utf8").trim().split("\n")).toHaveLength(1);
  for await (const file of world.services.sandboxFiles.each())
    expect([...neededKeyIds(file.read, SEALED_TABLES)]).toEqual([world.services.keyring.current.id]);
});

test("importing key files proves them against sandbox files too", async () => {
  const key = await world.createKey("acme", "sandbox");
  await world.call("POST", `${SANDBOX}/webhooks/1/test`, { key });
  const directory = scratch();
  const copies = directory.file("copies");
  await salute(["keyfiles", "export", "--to", copies, "--data", world.dataDir]);
  const database = world.services.sandboxFiles.take("acme");
  await database.writer.run((tx) =>
    tx.run("UPDATE webhooks SET secret_sealed = '00000000.AAAA' WHERE id = 1"),
  );
  world.services.sandboxFiles.letGo(database);
  await new Promise(setImmediate);
  const { code, err } = await salute(["keyfiles", "import", "--from", copies, "--data", world.dataDir]);
  expect([code, err]).toEqual([
    1,
    "acme.db holds secrets sealed with the key 00000000, which is not in master.key\n",
  ]);
  directory.remove();
});
