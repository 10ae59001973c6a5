import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dispatch } from "../../../../src/commands/dispatch.ts";
import type { Tx } from "../../../../src/db/sql.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { getter, servedVerifier } from "../../transparency/signed-log/fixture.ts";
import { type ConversionWorld, createConversionWorld } from "../conversions/fixture.ts";

let world: ConversionWorld;
beforeEach(async () => {
  world = await createConversionWorld();
});
afterEach(() => world.close());

const inclusionOf = (userId: string) =>
  world.call("GET", `/api/partner/users/${userId}/inclusion`, { key: world.key });

/** Adds users to the partner of the first one, past the ledger: the tree is built from balances. */
function addUsers(count: number): Promise<unknown> {
  const partner = world.services.live.read.get<{ partner_id: number }>(
    "SELECT partner_id FROM users LIMIT 1",
  );
  return world.services.live.writer.run((tx) => fillUsers(tx, count, partner?.partner_id ?? 0));
}

function fillUsers(tx: Tx, count: number, partnerId: number): void {
  tx.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO users (partner_id, external_id, status, balance, created_at, updated_at)
       SELECT ?, 'many-' || i, 'active', 0, 1, 1 FROM n`,
    count,
    partnerId,
  );
}

test("a path leads from the balance to the logged root, over several tiles, and refuses every change", async () => {
  await addUsers(700);
  await runJobs(world, "public_stats", "solvency");
  const verifier = await servedVerifier(world);
  const verify = (inclusion: unknown) =>
    verifier.verifyCountedBalance(getter(world.call), inclusion, null, () => {});
  for (const name of ["ext:zoe", "ext:many-1", "ext:many-255", "ext:many-256", "ext:many-700"]) {
    const { status, json } = await inclusionOf(name);
    expect(status).toBe(200);
    expect((await verify(json)).entry.kind).toBe("solvency");
  }
  const { json } = await inclusionOf("ext:zoe");
  expect(json).toMatchObject({
    balance: 1_000,
    balance_hundredths: "100000",
    proof: "/api/public/solvency.json",
  });
  const [step, ...rest] = json.path;
  const changes = {
    balance: 999,
    balance_hundredths: "99900",
    user_id: "2",
    salt: "0".repeat(64),
    leaf: "0".repeat(64),
    root: "0".repeat(64),
    leaves: 1,
    liabilities_hundredths: "1",
    path: [{ ...step, sum: String(BigInt(step.sum) + 1n) }, ...rest],
  };
  for (const [field, value] of Object.entries(changes))
    expect([
      field,
      await verify({ ...json, [field]: value }).then(
        () => "verified",
        (error: Error) => error.name,
      ),
    ]).toEqual([field, "Error"]);
  await expect(verify({ ...json, path: [{ ...step, sum: "-1" }, ...rest] })).rejects.toThrow("malformed");
});

test("a user who is not counted yet is 409, and others' users are 404", async () => {
  expect((await inclusionOf("ext:zoe")).json.error).toBe("state_conflict");
  await runJobs(world, "public_stats", "solvency");
  await world.createUser(world.key, "late");
  expect((await inclusionOf("ext:late")).json.error).toBe("state_conflict");
  const stranger = await world.createKey("stranger");
  const { json } = await world.call("GET", "/api/partner/users/1/inclusion", { key: stranger });
  expect(json.error).toBe("user_not_found");
  const sandbox = await world.createKey("practice", "sandbox");
  const twin = (id: number) =>
    world.call("GET", `/api/partner/sandbox/users/${id}/inclusion`, { key: sandbox });
  expect((await twin(99)).json.error).toBe("user_not_found");
  expect((await twin(1)).status).toBe(200);
  const { sandboxFiles } = world.services;
  const file = sandboxFiles.take("practice");
  await file.writer.run((tx) => fillUsers(tx, 10_001, 1));
  sandboxFiles.letGo(file);
  expect((await twin(10_004)).json.error).toBe("state_conflict");
});

test("the count stays as it was taken: a later credit changes neither path nor root", async () => {
  await runJobs(world, "public_stats", "solvency");
  const before = (await inclusionOf("ext:zoe")).json;
  await world.convert({ user_id: "ext:zoe" }, { idempotencyKey: "swap-1" });
  expect((await inclusionOf("ext:zoe")).json).toEqual(before);
});

test("salts change with each count, so that leaves do not tell that a balance stayed the same", async () => {
  await runJobs(world, "public_stats", "solvency");
  const before = (await inclusionOf("ext:zoe")).json;
  await runJobs(world, "solvency");
  const after = (await inclusionOf("ext:zoe")).json;
  expect([after.balance, after.leaf === before.leaf]).toEqual([before.balance, false]);
});

test("the sandbox answers with a path in its own tree, which is not published", async () => {
  const key = await world.createKey("practice", "sandbox");
  const path = "/api/partner/sandbox/users";
  const created = await world.call("POST", path, { key, body: { external_id: "pat" } });
  const { status, json } = await world.call("GET", `${path}/${created.json.user.id}/inclusion`, { key });
  expect([status, json.proof, json.path.length > 0 || json.leaves === 1]).toEqual([200, null, true]);
});

test("salute verify inclusion accepts the path and refuses another balance", async () => {
  await runJobs(world, "public_stats", "solvency");
  const folder = mkdtempSync(join(tmpdir(), "salute-inclusion-"));
  const [good, bad, proof] = ["good.json", "bad.json", "proof.json"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const { json } = await inclusionOf("ext:zoe");
  writeFileSync(good, JSON.stringify(json));
  writeFileSync(bad, JSON.stringify({ ...json, balance: 5, balance_hundredths: "500" }));
  writeFileSync(proof, (await world.call("GET", "/api/public/solvency.json")).text);
  const codes = [];
  for (const file of [good, bad]) codes.push(await dispatch(["verify", "inclusion", file, proof]));
  expect(codes).toEqual([0, 1]);
  rmSync(folder, { recursive: true });
});
