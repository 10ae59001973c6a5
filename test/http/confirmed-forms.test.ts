import { afterEach, beforeEach, expect, test } from "bun:test";
import { Problem } from "../../src/http/answers/problem.ts";
import { stopForLease } from "../../src/modules/platform/state/index.ts";
import { listMaintenance } from "../../src/modules/status/maintenance/index.ts";
import { makeOperator, PASSWORD, signedIn, type Visitor, visitor } from "../harness/app/visitor.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { until } from "../harness/until.ts";

/** Forms with LEASE_STRICT: the answer waits for the confirmation of the change, like that of a signed change. */

const PATH = "/admin/maintenance";
const FORM = { title: "A larger disk", minutes: "30" };

let world: World;
let operator: Visitor;
/** Number of requested confirmations. */
let asked: number;
let confirm: () => Promise<void>;

beforeEach(async () => {
  world = await createWorld();
  operator = await signedIn(world, "ops", "operator");
  await operator.open(PATH);
  asked = 0;
  confirm = () => Promise.resolve();
  world.services.live.writer.confirmWith(() => {
    asked++;
    return confirm();
  });
});
afterEach(() => world.close());

const refuse = () =>
  Promise.reject(new Problem("safe_mode", "Wait: the replica could not confirm the change."));
const announced = () => listMaintenance(world.services.live.read, 0).length;

test("a form's answer waits until its change is confirmed", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  confirm = () => promise;
  let answered: number | null = null;
  const sent = operator.submit(PATH, FORM).then(({ status }) => {
    answered = status;
  });
  await until(() => asked > 0, 5_000);
  expect([asked, announced(), answered]).toEqual([1, 1, null]);
  resolve();
  await sent;
  expect(Number(answered)).toBe(303);
});

test("a form without confirmation of its change is refused with a message; one without changes needs no confirmation", async () => {
  confirm = refuse;
  const { status, text } = await operator.submit(PATH, FORM);
  expect(status).toBe(503);
  expect(text).toContain("could not confirm");
  expect(asked).toBe(1);
  expect((await operator.submit(PATH, { title: "" })).status).toBe(400);
  expect(asked).toBe(1);
});

test("sign-in is confirmed like a form, and works while the lease has stopped changes", async () => {
  const { linkPath } = await makeOperator(world, "eve", "viewer");
  await visitor(world).submit(linkPath, { password: PASSWORD, repeated: PASSWORD });
  const signIn = () => visitor(world).submit("/admin/sign-in", { name: "eve", password: PASSWORD });
  asked = 0;
  expect((await signIn()).status).toBe(303);
  expect(asked).toBe(1);
  confirm = refuse;
  expect((await signIn()).status).toBe(503);
  await world.services.live.writer.run((tx) =>
    stopForLease(
      tx,
      { kind: "command", name: "lease" },
      { lease: "unconfirmed", reason: "The store is out of reach" },
    ),
  );
  expect((await signIn()).status).toBe(303);
  expect((await operator.submit(PATH, FORM)).status).toBe(503);
});
