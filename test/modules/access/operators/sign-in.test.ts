import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { HOUR_MS, MINUTE_MS } from "../../../../src/kit/clock.ts";
import { switchSafeMode } from "../../../../src/modules/platform/state/index.ts";
import { makeOperator, PASSWORD, signedIn, visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

const COMMAND = { kind: "command", name: "test" } as const;
const set = (password: string, repeated = password) => ({ password, repeated });

describe("a one-time link", () => {
  test("is not used up by looking; the form sets the password, signs in, and then the link is over", async () => {
    const { linkPath } = await makeOperator(world, "ops", "owner");
    const browser = visitor(world);
    for (let look = 0; look < 2; look++) {
      const page = await browser.open(linkPath);
      expect([page.status, page.text.includes("Set your password")]).toEqual([200, true]);
    }
    const answer = await browser.submit(linkPath, set(PASSWORD));
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin"]);
    expect(answer.headers.get("set-cookie")).toMatch(
      /^salute_session=\S+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
    );
    expect((await browser.open("/admin/account")).status).toBe(200);
    expect((await browser.open(linkPath)).status).toBe(404);
    expect((await browser.submit(linkPath, set(PASSWORD))).status).toBe(404);
  });

  test.each([
    [{ password: "short", repeated: "short" }, "password"],
    [{ password: PASSWORD, repeated: "another one entirely" }, "repeated"],
    [{ password: PASSWORD }, "repeated"],
  ])("refuses %p, naming the field, and stays good", async (fields, field) => {
    const { linkPath } = await makeOperator(world, "ops", "owner");
    const program = await world.call("POST", linkPath, {
      body: new URLSearchParams(fields as Record<string, string>).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      nonce: null,
      idempotencyKey: null,
    });
    expect([program.status, program.json.error, program.json.details[0].field]).toEqual([
      400,
      "invalid_payload",
      field,
    ]);
    expect((await visitor(world).open(linkPath)).status).toBe(200);
  });

  test("is over after 24 h", async () => {
    const { linkPath } = await makeOperator(world, "ops", "owner");
    world.clock.advance(24 * HOUR_MS);
    expect((await visitor(world).open(linkPath)).status).toBe(404);
  });
});

describe("signing in", () => {
  beforeEach(async () => {
    await signedIn(world, "ops", "operator");
  });

  const form = (fields: Record<string, string>) => visitor(world).submit("/admin/sign-in", fields);

  test("begins a session of its own for 12 h", async () => {
    const browser = visitor(world);
    const answer = await browser.submit("/admin/sign-in", {
      name: "ops",
      password: PASSWORD,
      next: "/admin/account",
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/account"]);
    world.clock.advance(12 * HOUR_MS - 1);
    expect((await browser.open("/admin/account")).status).toBe(200);
    world.clock.advance(1);
    expect((await browser.open("/admin/account")).status).toBe(403);
  });

  test.each([
    ["https://evil.example/admin"],
    ["//evil.example/admin"],
    ["/admin/../developers"],
    ["/adminevil"],
    ["/\\evil.example"],
    ["/admin\\@evil.example"],
  ])("leads to our own pages only, not to %p", async (next) => {
    const answer = await form({ name: "ops", password: PASSWORD, next });
    const location = new URL(answer.headers.get("location") ?? "", "http://localhost");
    expect([location.host, location.pathname.split("/")[1]]).toEqual(["localhost", "admin"]);
  });

  test("403 alike for a wrong password and a wrong name, with the form and what was entered but the password", async () => {
    const wrong = await form({ name: "ops", password: "not the password" });
    const unknown = await form({ name: "nobody", password: "not the password" });
    expect([wrong.status, unknown.status]).toEqual([403, 403]);
    const alike = (text: string) => text.replaceAll(/req_\w+|ops|nobody/g, "");
    expect(alike(wrong.text)).toBe(alike(unknown.text));
    expect(wrong.text).toContain('action="/admin/sign-in"');
    expect(wrong.text).toContain('value="ops"');
    expect(wrong.text).not.toContain("not the password");
    expect(wrong.headers.get("set-cookie")).toBeNull();
  });

  test("429 after five failures of an address with a name in a minute; another address is not held up", async () => {
    for (let tried = 0; tried < 5; tried++) await form({ name: "ops", password: "not the password" });
    const held = await form({ name: "ops", password: PASSWORD });
    expect([held.status, held.headers.get("retry-after") !== null]).toEqual([429, true]);
    world.clock.advance(MINUTE_MS);
    expect((await form({ name: "ops", password: PASSWORD })).status).toBe(303);
  });

  test("goes on in safe mode; a form of another site is refused", async () => {
    await world.services.live.writer.run((tx) => switchSafeMode(tx, COMMAND, "drill"));
    expect((await form({ name: "ops", password: PASSWORD })).status).toBe(303);
    const foreign = await visitor(world).submit(
      "/admin/sign-in",
      { name: "ops", password: PASSWORD },
      { "sec-fetch-site": "cross-site" },
    );
    expect([foreign.status, foreign.headers.get("set-cookie")]).toEqual([403, null]);
  });

  test("stores neither password nor session as they are, and logs neither", () => {
    const rows = JSON.stringify([
      world.services.live.read.all("SELECT * FROM operators"),
      world.services.live.read.all("SELECT * FROM operator_sessions"),
      world.services.live.read.all("SELECT * FROM audit_entries"),
    ]);
    expect(rows).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
    expect(rows).not.toContain(PASSWORD);
  });
});

describe("a session", () => {
  test("ends by signing out", async () => {
    const browser = await signedIn(world, "ops", "viewer");
    const stolen = browser.cookie() ?? "";
    const answer = await browser.submit("/admin/sign-out");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/admin/sign-in"]);
    expect(answer.headers.get("set-cookie")).toStartWith("salute_session=; Path=/; Max-Age=0");
    const again = await world.call("GET", "/admin/account", { headers: { cookie: stolen } });
    expect([again.status, again.json.error]).toEqual([403, "forbidden"]);
  });

  test.each(["disable", "reset", "role"])("ends by %s", async (verb) => {
    const owner = await signedIn(world, "boss", "owner");
    const browser = await signedIn(world, "ops", "viewer");
    await owner.open("/admin/operators/ops");
    const answer = await owner.submit(
      `/admin/operators/ops/${verb}`,
      verb === "role" ? { role: "operator" } : {},
    );
    expect(answer.status).toBe(verb === "reset" ? 200 : 303);
    expect((await browser.open("/admin/account")).status).toBe(403);
  });

  test("of https is a __Host- cookie with Secure", async () => {
    const secure = await createWorld({ PUBLIC_BASE_URL: "https://salute.example" });
    const browser = await signedIn(secure, "ops", "viewer");
    expect(browser.cookie()).toStartWith("__Host-salute=");
    expect((await browser.open("/admin/account")).status).toBe(200);
    await secure.close();
  });

  test("a form without this session's token is 403 and changes nothing; so is a JSON post without the header", async () => {
    const browser = await signedIn(world, "ops", "owner");
    const other = await signedIn(world, "boss", "owner");
    const foreign =
      /name="csrf_token" value="([^"]*)"/.exec((await other.open("/admin/account")).text)?.[1] ?? "";
    for (const token of ["", foreign, "0".repeat(64)]) {
      const answer = await browser.submit("/admin/operators", {
        csrf_token: token,
        name: "x",
        role: "viewer",
      });
      expect(answer.status).toBe(403);
    }
    const names = world.services.live.read
      .all<{ name: string }>("SELECT name FROM operators")
      .map(({ name }) => name);
    expect(names).not.toContain("x");
  });
});

describe("everybody else", () => {
  test("gets 403: programs as JSON, browsers with the sign-in form that leads back", async () => {
    const program = await world.call("GET", "/admin/account");
    expect([program.status, program.json.error]).toEqual([403, "forbidden"]);
    const browser = await visitor(world).open("/admin/operators?x=1");
    expect(browser.status).toBe(403);
    expect(browser.headers.get("cache-control")).toBe("private, no-store");
    expect(browser.text).toContain('name="next" value="/admin/operators?x=1"');
  });

  test("is led back to a form's page where the form was sent, as signing in opens addresses", async () => {
    for (const [form, page] of [
      ["/admin/keys/pk_live_x/settings", "/admin/keys/pk_live_x"],
      ["/admin/account/sessions/end-others", "/admin/account"],
      ["/admin/safe-mode", "/admin/safe-mode"],
      ["/admin/sign-out", "/admin"],
    ] as const) {
      const sent = await visitor(world).submit(form);
      expect([sent.status, /name="next" value="([^"]*)"/.exec(sent.text)?.[1]]).toEqual([403, page]);
    }
  });

  test("a viewer is told the role that is missing", async () => {
    const browser = await signedIn(world, "eve", "viewer");
    const answer = await browser.open("/admin/operators");
    expect([answer.status, answer.text.includes("needs the role owner")]).toEqual([403, true]);
  });
});
