import { afterEach, expect, test } from "bun:test";
import { CHECKS } from "../../../../src/compose/modules.ts";
import { buildRunbook, sendAlerts } from "../../../../src/modules/operations/alerts/index.ts";
import { signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const PATH = "/admin/alerts";
let world: World;

afterEach(() => world.close());

test("the page has a runbook entry for every check, and warns if alerts have no recipient", async () => {
  world = await createWorld();
  const viewer = await signedIn(world, "eve", "viewer");
  const { status, text } = await viewer.open(PATH);
  expect(status).toBe(200);
  for (const name of CHECKS.names) expect(text).toContain(`<h3 id="${name}">`);
  for (const { steps } of buildRunbook(CHECKS)) expect(steps.length).toBeGreaterThan(0);
  expect(text).toContain("No alerts are sent");
  expect(text).not.toContain("Send test alert");
  const operator = await signedIn(world, "olga", "operator");
  expect((await operator.submit(`${PATH}/test`, {})).status).toBe(409);
});

test("an operator's test alert is sent, and the page shows the result", async () => {
  const taken: unknown[] = [];
  const chat = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      taken.push(await request.json());
      return new Response();
    },
  });
  try {
    world = await createWorld({ ALERT_WEBHOOK_URL: `http://127.0.0.1:${chat.port}/hook` });
    const operator = await signedIn(world, "olga", "operator");
    expect((await operator.submit(`${PATH}/test`, {})).status).toBe(303);
    await sendAlerts(world.services, new AbortController().signal);
    expect(taken).toEqual([expect.objectContaining({ type: "alert.test" })]);
    const { text } = await operator.open(PATH);
    expect(text).toContain("Sending a test alert to every recipient.");
    expect(text).toContain("sent");
  } finally {
    await chat.stop(true);
  }
});
