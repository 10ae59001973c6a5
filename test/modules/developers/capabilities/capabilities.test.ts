import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { Mounted } from "../../../../src/http/mounted.ts";
import { type PartnerActor, partner, readOperation } from "../../../../src/http/operation.ts";
import { Links } from "../../../../src/http/schema/shapes.ts";
import { adjustKey, type IssuedKey, setKeyStatus } from "../../../../src/modules/access/keys/index.ts";
import { readCapabilities } from "../../../../src/modules/developers/capabilities/read.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { deadLinks } from "../../../harness/checks/dead-links.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";

const TARGET = "/api/partner/capabilities";
const OPERATOR = { kind: "command", name: "test" } as const;

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme", "live", { scopes: ["read", "credit"] });
});

afterEach(() => world.close());

describe("GET /api/partner/capabilities", () => {
  test("200 for a live key: identity and scopes, without the sandbox", async () => {
    const { status, json } = await world.call("GET", TARGET, { key });
    expect(status).toBe(200);
    const { docs, links, sandbox, ...rest } = json;
    expect(rest).toEqual({
      success: true,
      partner: "acme",
      key_id: key.key_id,
      key_mode: "live",
      scopes: ["read", "credit"],
      query_support: { include_meta: true },
    });
    expect(sandbox.enabled_for_key).toBe(false);
    expect(links).toMatchObject({ status: "/api/partner/status", usage: "/api/partner/analytics/usage" });
    expect(docs.errors).toBe("/api/partner/errors.json");
  });

  test("200 for a sandbox key, which no other live operation accepts", async () => {
    const sandboxKey = await world.createKey("acme", "sandbox", { scopes: [] });
    const { status, json } = await world.call("GET", TARGET, { key: sandboxKey });
    expect([status, json.key_mode, json.sandbox.enabled_for_key]).toEqual([200, "sandbox", true]);
    expect(Object.values(json.links).filter((path) => !String(path).includes("/sandbox/"))).toEqual([]);
  });

  test("every listed path exists in the build", async () => {
    for (const each of [key, await world.createKey("acme", "sandbox")]) {
      const { json } = await world.call("GET", TARGET, { key: each });
      const { verify_endpoint, promotion_report_endpoint, fixture_endpoints } = json.sandbox;
      const named = [verify_endpoint, promotion_report_endpoint, ...fixture_endpoints].filter(
        (path) => path !== null,
      );
      expect(deadLinks(world, [...Object.values<string>({ ...json.docs, ...json.links }), ...named])).toEqual(
        [],
      );
    }
  });

  test("a build with a sandbox lists its parts, one without lists none", () => {
    const actor: PartnerActor = {
      kind: "partner",
      keyId: "pk_sandbox_1",
      partner: "acme",
      partnerId: 1,
      mode: "sandbox",
      sandbox: null,
      key: { scopes: [], domains: [], dailyCreditLimit: null, updatedAt: 0 },
    };
    const routeAt = (path: string) =>
      readOperation({
        id: path,
        method: "GET",
        path,
        group: "sandbox",
        summary: path,
        access: partner(null, { mode: "sandbox" }),
        response: Links,
        read: () => ({}),
      });
    expect(readCapabilities(actor, new Mounted([])).sandbox).toEqual({
      enabled_for_key: true,
      verify_endpoint: null,
      promotion_report_endpoint: null,
      supports_deterministic_fixtures: false,
      fixture_endpoints: [],
    });
    const paths = ["verify", "promotion-report", "users/{user_id}", "token-status"];
    const mounted = new Mounted(paths.map((path) => routeAt(`/api/partner/sandbox/${path}`)));
    const { sandbox, links } = readCapabilities(actor, mounted);
    expect(sandbox).toEqual({
      enabled_for_key: true,
      verify_endpoint: "/api/partner/sandbox/verify",
      promotion_report_endpoint: "/api/partner/sandbox/promotion-report",
      supports_deterministic_fixtures: true,
      fixture_endpoints: ["/api/partner/sandbox/token-status", "/api/partner/sandbox/users/{user_id}"],
    });
    expect(links.user).toBe("/api/partner/sandbox/users/USER_ID");
  });

  test("Last-Modified is the start of the process if the key is older", async () => {
    await world.restart();
    await expectValidators(
      world,
      TARGET,
      { key },
      { lastModified: "Sat, 21 Nov 2026 10:00:00 GMT", cacheControl: "private, max-age=0" },
    );
  });

  test("Last-Modified follows changes of the key at once, also those by another process", async () => {
    const before = await world.call("GET", TARGET, { key });
    world.clock.advance(90_000);
    await world.services.live.writer.run((tx) =>
      adjustKey(tx, OPERATOR, { keyId: key.key_id, scopes: ["read", "ledger"] }),
    );
    const after = await world.call("GET", TARGET, {
      key,
      headers: { "if-modified-since": before.headers.get("last-modified") ?? "" },
    });
    expect([after.status, after.json.scopes]).toEqual([200, ["read", "ledger"]]);
    await expectValidators(
      world,
      TARGET,
      { key },
      { lastModified: "Sat, 21 Nov 2026 10:01:30 GMT", cacheControl: "private, max-age=0" },
    );
  });

  test("401 unsigned, 403 for a disabled key, 400 for an unknown parameter; none carries a validator", async () => {
    const unsigned = await world.call("GET", TARGET);
    const unknown = await world.call("GET", `${TARGET}?hours=1`, { key });
    await world.services.live.writer.run((tx) =>
      setKeyStatus(tx, OPERATOR, { keyId: key.key_id, status: "disabled" }),
    );
    const disabled = await world.call("GET", TARGET, { key });
    const answers = [unsigned, unknown, disabled];
    expect(answers.map(({ status, json }) => [status, json.error])).toEqual([
      [401, "unauthorized"],
      [400, "invalid_query"],
      [403, "forbidden"],
    ]);
    expect(answers.map(({ headers }) => [headers.get("etag"), headers.get("cache-control")])).toEqual(
      answers.map(() => [null, "no-store"]),
    );
  });
});
