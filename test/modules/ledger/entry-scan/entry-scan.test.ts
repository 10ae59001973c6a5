import { afterEach, beforeEach, expect, test } from "bun:test";
import { runInvariants } from "../../../../src/compose/invariants.ts";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
  const key = await world.createKey("acme");
  await world.createUser(key, "zoe");
  const body = { user_id: "ext:zoe", amount: 1, reason: "quest" };
  for (let each = 0; each < 70; each++) {
    await world.call("POST", "/api/salutes/credit", { key, body });
    if (each === 20) world.clock.advance(DAY_MS);
  }
});

afterEach(() => world.close());

/** Findings of the three that read all entries together, without those that hold. */
const faults = (full = false) =>
  Object.fromEntries(
    runInvariants(world.services.live.read, "live", full)
      .filter(({ name, ok }) => !ok && /ledger_(balances|hours|months)/.test(name))
      .map(({ name, detail }) => [name, detail]),
  );

const write = (...texts: string[]) =>
  world.services.live.writer.run((tx) => {
    for (const text of texts) tx.run(text);
  });

test("entries outside their hour, without one, and miscounted ones are faults of the hours alone", async () => {
  expect(faults()).toEqual({});
  const { read } = world.services.live;
  const [first, second] = read.all<{ hour: number }>("SELECT hour FROM ledger_hours ORDER BY hour");
  await write(`UPDATE ledger_hours SET min_id = 3 WHERE hour = ${first?.hour}`);
  expect(faults()).toEqual({
    "live.ledger_hours":
      "entry 1 is missing from the sums of its hour; entry 2 is missing from the sums of its hour",
  });
  await write(`UPDATE ledger_hours SET min_id = 1, max_id = max_id - 1 WHERE hour = ${first?.hour}`);
  expect(faults()).toEqual({ "live.ledger_hours": "entry 21 is missing from the sums of its hour" });
  await write(`UPDATE ledger_hours SET max_id = 21, entries = 22 WHERE hour = ${first?.hour}`);
  expect(faults()).toEqual({ "live.ledger_hours": "the hours count 65 of 64 entries" });
  await write(`DELETE FROM ledger_hours WHERE hour = ${second?.hour}`);
  expect(faults()["live.ledger_hours"]).toStartWith("entry 22 is missing from the sums of its hour; ");
  expect(faults()["live.ledger_hours"]).toEndWith("; and 39 more");
});

test("what cannot be read for one of them is no fault of the others", async () => {
  await write("DROP TABLE ledger_hours");
  expect(faults()).toEqual({ "live.ledger_hours": "no such table: ledger_hours" });
});

test("balances of users with high ids are proved in a pass of their own, everything else once", async () => {
  const high = 4_200_000;
  await write(
    `INSERT INTO users (id, partner_id, external_id, status, balance, created_at, updated_at)
       VALUES (${high}, 1, 'high', 'active', 10, 0, 0)`,
    `INSERT INTO ledger_entries SELECT NULL, partner_id, ${high}, 10, 10, reason, source, origin, 'high', payload_hash, status,
       partner_key_id, metadata, created_at FROM ledger_entries WHERE id = 70`,
  );
  const balances = () =>
    runInvariants(world.services.live.read, "live", false).find(({ name }) => name === "live.ledger_balances")
      ?.detail;
  expect(faults()).toEqual({});
  expect(balances()).toBe("71 entries add up to the balances of 2 users");
  await write(`UPDATE users SET balance = balance + 1`);
  expect(balances()).toBe("user 1 has 70.01, and entries of 70; user 4200000 has 0.11, and entries of 0.1");
});
