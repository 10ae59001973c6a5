import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Mounted } from "../../../../src/http/mounted.ts";
import { partner, readOperation } from "../../../../src/http/operation.ts";
import { Links } from "../../../../src/http/schema/shapes.ts";
import { onboardingSteps } from "../../../../src/modules/developers/quickstart/onboarding.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { deadLinks } from "../../../harness/checks/dead-links.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";

const TARGET = "/api/public/quickstart/verify-key";
const LIVE = `${TARGET}?api_key=pk_live_0123456789abcdef`;

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

const pathsOf = (json: { steps: { path: string }[] }) => json.steps.map(({ path }) => path);

describe("GET /api/public/quickstart/verify-key", () => {
  test("200 for a live key id: the first calls in order, each existing in the build", async () => {
    const { status, json, headers } = await world.call("GET", `${LIVE}&client=curl`);
    expect([status, json.key_mode, json.client]).toEqual([200, "live", "curl"]);
    expect(json.steps[0]).toEqual({
      order: 1,
      title: "Read the capabilities of your key",
      method: "GET",
      path: "/api/partner/capabilities",
      requires_signature: true,
    });
    expect(pathsOf(json)).toEqual(
      expect.arrayContaining([
        "/api/partner/capabilities",
        "/api/partner/status",
        "/api/partner/errors.json",
      ]),
    );
    expect(deadLinks(world, [...pathsOf(json), ...Object.values<string>(json.docs)])).toEqual([]);
    expect(headers.get("access-control-allow-origin")).toBe("*");
  });

  test("200 for a sandbox key id: its own order, without parts that the build lacks", async () => {
    const { status, json } = await world.call("GET", `${TARGET}?api_key=pk_sandbox_0123456789abcdef`);
    expect([status, json.key_mode, json.client]).toEqual([200, "sandbox", null]);
    expect(pathsOf(json)).not.toContain("/api/partner/status");
    expect(pathsOf(json).at(-1)).toBe("/api/partner/errors.json");
    expect(json.steps.map((step: { order: number }) => step.order)).toEqual(
      json.steps.map((_: unknown, index: number) => index + 1),
    );
    expect(deadLinks(world, pathsOf(json))).toEqual([]);
  });

  test("a complete build returns the interface's orders in full", () => {
    const paths = [
      "/api/partner/errors.json",
      "/api/partner/token-status",
      "/api/partner/status",
      "/api/partner/sandbox/promotion-report",
      "/api/partner/sandbox/token-status",
      "/api/partner/sandbox/verify",
      "/api/partner/capabilities",
    ];
    const mounted = new Mounted(
      paths.map((path) =>
        readOperation({
          id: path,
          method: "GET",
          path,
          group: "partner",
          summary: path,
          access: partner(null),
          response: Links,
          read: () => ({}),
        }),
      ),
    );
    expect(onboardingSteps("sandbox", mounted).map(({ path }) => path)).toEqual([
      "/api/partner/capabilities",
      "/api/partner/sandbox/verify",
      "/api/partner/sandbox/token-status",
      "/api/partner/sandbox/promotion-report",
      "/api/partner/errors.json",
    ]);
    expect(onboardingSteps("live", mounted).map(({ path }) => path)).toEqual([
      "/api/partner/capabilities",
      "/api/partner/status",
      "/api/partner/token-status",
      "/api/partner/errors.json",
    ]);
  });

  test("depends only on the prefix: existing and unknown keys get the same answer", async () => {
    const key = await world.createKey("acme");
    const known = await world.call("GET", `${TARGET}?api_key=${key.key_id}`);
    expect(known.text).toBe((await world.call("GET", LIVE)).text);
  });

  test.each([
    ["as the key", (secret: string) => `api_key=${secret}`],
    ["as the client", (secret: string) => `api_key=pk_live_1&client=${secret}`],
    ["inside the client", (secret: string) => `api_key=pk_live_1&client=curl/${secret.toUpperCase()}`],
    ["beside a key", (secret: string) => `api_key=pk_live_1&api_key=${secret}`],
    ["behind a key", (secret: string) => `api_key=pk_live_1%20${secret}`],
  ])("400 for a secret sent %s, which is neither echoed nor logged", async (_, query) => {
    const { secret } = await world.createKey("acme");
    const answer = await world.call("GET", `${TARGET}?${query(secret)}`);
    world.services.log.flush();
    expect([answer.status, answer.json.error]).toEqual([400, "invalid_query"]);
    const said = [answer.text, JSON.stringify([...answer.headers]), ...world.logged].join("\n").toLowerCase();
    expect(said).toContain("request");
    expect(said).not.toContain(secret.toLowerCase());
    expect(said).not.toContain(secret.slice(8, 24).toLowerCase());
  });

  test.each([
    ["no api_key", ""],
    ["an empty one", "?api_key="],
    ["another form", "?api_key=acme"],
    ["another prefix", "?api_key=pk_test_1"],
    ["a prefix alone", "?api_key=pk_live_"],
    ["one of 65 characters", `?api_key=pk_live_${"a".repeat(65)}`],
  ])("400 for %s, naming api_key", async (_, query) => {
    const answer = await world.call("GET", `${TARGET}${query}`);
    expect([answer.status, answer.json.error, answer.json.details[0].field]).toEqual([
      400,
      "invalid_query",
      "api_key",
    ]);
  });

  test("unknown parameters are ignored", async () => {
    expect((await world.call("GET", `${LIVE}&utm_source=docs`)).status).toBe(200);
  });

  test("validators", () =>
    expectValidators(
      world,
      LIVE,
      {},
      { lastModified: "Sat, 21 Nov 2026 10:00:00 GMT", cacheControl: "public, max-age=300" },
    ));
});
