import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../src/kit/clock.ts";
import { acceptClock, findStep, lookAtClock } from "../../../../src/modules/platform/clock-step/index.ts";
import { retention, runJob } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { salute } from "../../../harness/processes/commands.ts";
import { EngineRig } from "../../../harness/simulation/engine-rig.ts";
import { type ClaimWorld, createClaimWorld } from "../../ledger/claims/fixture.ts";

/** A clock that is set by minutes or more ends nothing until an operator confirms it, or it agrees again. */

setDefaultTimeout(30_000);

const OPERATOR = { kind: "command", name: "test" } as const;
const HELD = "held: the clock stepped; see salute doctor";

const step = ({ services, clock }: World) => findStep(services.live.read, clock);
const look = ({ services }: World) => lookAtClock(services);
const accept = ({ services, clock }: World) =>
  services.live.writer.run((tx) => acceptClock(tx, clock, OPERATOR));
const clockCheckOf = async (world: World) => (await world.call("GET", "/status.json")).json.checks.clock;

describe("what time ends", () => {
  let world: ClaimWorld;
  beforeEach(async () => {
    world = await createClaimWorld();
    world.clock.countUptime("first");
    await look(world);
  });
  afterEach(() => world.close());

  test("waits after a step: claims, retention; the check and the log say so, and accepting it goes on", async () => {
    await world.issue({ expires_in: 60 });
    const nonces = () => world.rows("SELECT 1 FROM nonces").length;
    const before = nonces();
    world.clock.set(DAY_MS);
    // The very moment of the step: no watch has looked yet.
    expect(await world.expire()).toBe(HELD);
    expect(await retention.run(world.services, new AbortController().signal)).toBe(HELD);
    expect(await runJob(world, "delivery_expiry")).toBe(HELD);
    expect([nonces(), world.donationEvents()]).toEqual([before, ["donation.claim"]]);
    await look(world);
    expect(world.logged.join()).toContain("the clock stepped");
    expect(await clockCheckOf(world)).toMatchObject({
      status: "warn",
      message: expect.stringContaining("86400 s forward"),
    });
    expect(await accept(world)).toBe(86_400);
    world.clock.advance(10 * SECOND_MS);
    expect(await clockCheckOf(world)).toMatchObject({ status: "ok" });
    expect(await world.expire()).toBe("1 expired");
    await retention.run(world.services, new AbortController().signal);
    expect(nonces()).toBe(0);
    expect(accept(world)).rejects.toThrow("the clock did not step");
  });

  test("goes on once the clock agrees again", async () => {
    await world.issue({ expires_in: 60 });
    world.clock.set(-HOUR_MS);
    await look(world);
    expect(step(world)).toBe(-HOUR_MS);
    world.clock.set(HOUR_MS);
    world.clock.advance(2 * MINUTE_MS);
    expect(await world.expire()).toBe("1 expired");
    await look(world);
    world.services.log.flush();
    expect([step(world), world.logged.join().includes("the clock agrees again")]).toEqual([null, true]);
  });

  test("is not held by less than five minutes, by time that passed or by slow drift", async () => {
    world.clock.set(5 * MINUTE_MS - 1);
    world.clock.set(-(5 * MINUTE_MS - 1));
    world.clock.advance(3 * DAY_MS);
    await look(world);
    expect(step(world)).toBeNull();
    for (let hour = 0; hour < 200; hour++) {
      world.clock.advance(HOUR_MS);
      world.clock.set(2 * SECOND_MS);
      await look(world);
    }
    expect(step(world)).toBeNull();
  });

  test("is held by two steps of four minutes", async () => {
    world.clock.set(4 * MINUTE_MS);
    await look(world);
    expect(step(world)).toBeNull();
    world.clock.set(4 * MINUTE_MS);
    expect(step(world)).toBe(8 * MINUTE_MS);
  });
});

test("a round of three days does not end by a step, but does once the time is confirmed", async () => {
  const rig = await EngineRig.create();
  rig.world.clock.countUptime("first");
  await look(rig.world);
  await rig.webhook("acme", "shop.test");
  await rig.start();
  rig.network.behave("shop.test", { kind: "answer", status: 500 });
  const [id = 0] = await rig.emit("acme");
  await rig.pass(SECOND_MS);
  rig.world.clock.set(4 * DAY_MS);
  await rig.pass(HOUR_MS);
  expect(rig.state(id).state).toBe("failed");
  await accept(rig.world);
  await rig.pass(HOUR_MS);
  expect(rig.state(id)).toMatchObject({ state: "dead_letter", reason_tag: "expired" });
  await rig.close();
});

describe("across a restart", () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld();
    world.clock.countUptime("first");
    await world.restart();
  });
  afterEach(() => world.close());

  test("of the server: a step while it was stopped is noticed", async () => {
    world.clock.set(HOUR_MS);
    await world.restart();
    expect(step(world)).toBe(HOUR_MS);
    expect(world.logged.join()).toContain("the clock stepped");
  });

  test("of the machine: only a clock before the newest known time is wrong, until it has passed that", async () => {
    world.clock.countUptime("second");
    world.clock.advance(DAY_MS);
    await world.restart();
    expect(step(world)).toBeNull();
    await world.createKey("acme");
    const at = world.clock.now() - 2 * HOUR_MS;
    const other = await createWorld({}, { copyOf: { dataDir: world.dataDir, at } });
    other.clock.countUptime("third");
    await look(other);
    expect(step(other)).toBe(-2 * HOUR_MS);
    other.clock.set(5 * HOUR_MS);
    expect(step(other)).toBeNull();
    await look(other);
    other.clock.set(HOUR_MS);
    expect(step(other)).toBe(HOUR_MS);
    await other.close();
  });

  test("of the machine: what was held stays so", async () => {
    world.clock.set(DAY_MS);
    await look(world);
    world.clock.countUptime("second");
    await world.restart();
    expect(step(world)).toBe(DAY_MS);
    await accept(world);
    expect(step(world)).toBeNull();
  });

  test("the command confirms it, beside the server", async () => {
    world.clock.set(DAY_MS);
    await look(world);
    const { code, out } = await salute(["clock", "accept", "--data", world.dataDir]);
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining("86400 s") });
    expect((await salute(["clock", "accept", "--data", world.dataDir])).code).toBe(1);
  });
});
