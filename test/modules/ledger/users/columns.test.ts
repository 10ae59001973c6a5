import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { type UserColumn, userColumns } from "../../../../src/modules/ledger/user-columns/index.ts";
import { EVENT_CATALOGUE } from "../../../../src/modules/webhooks/events/index.ts";
import { makeOperator, signedIn } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** Each column of a user appears in each of its places: what types cannot hold of `USER_COLUMNS`. */

/** Two values of each column that partners set. */
const VALUES: Record<UserColumn<"change">, readonly [unknown, unknown]> = {
  username: ["quartz_one", "basalt_two"],
  display_name: ["Feldspar One", "Gneiss Two"],
  email: ["mica@example.org", "schist@example.org"],
  status: ["suspended", "active"],
  metadata: [{ rock: "marble" }, { rock: "tuff" }],
};
const EXTERNAL_ID = "obsidian-7";

let world: World;
let key: IssuedKey;

beforeEach(async () => {
  world = await createWorld();
  key = await world.createKey("acme");
});

afterEach(() => world.close());

const send = (method: string, target: string, body?: object) =>
  world.call(method, target, { key, ...(body === undefined ? {} : { body }) });
const eventData = () => {
  const rows = world.services.live.read.all<{ data: string }>("SELECT data FROM events ORDER BY id");
  return rows.map(({ data }) => JSON.parse(data));
};
const found = async (query: string) =>
  (await send("GET", `/api/partner/user-lookup?${query}`)).json.users.map(
    ({ external_id }: { external_id: string }) => external_id,
  );
const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

describe.each(userColumns("change"))("%s", (name) => {
  const [first, second] = VALUES[name];

  test("is stored by creation and change, and shown where it belongs", async () => {
    const made = await send("POST", "/api/partner/users", { external_id: EXTERNAL_ID, [name]: first });
    const target = `/api/partner/users/${made.json.user.id}`;
    const isAnswered = userColumns("answer").some((each) => each === name);
    const shown = async () => (await send("GET", target)).json.user[name];
    expect([made.json.user[name], await shown()]).toEqual(
      isAnswered ? [first, first] : [undefined, undefined],
    );
    const changed = await send("PATCH", target, { [name]: second });
    expect([changed.json.user[name], await shown()]).toEqual(
      isAnswered ? [second, second] : [undefined, undefined],
    );

    const isInEvents = userColumns("event").some((each) => each === name);
    expect(eventData().map((data) => data[name])).toEqual(
      isInEvents ? [first, second] : [undefined, undefined],
    );
    for (const type of ["users.created", "users.updated"] as const)
      expect(name in EVENT_CATALOGUE[type].data.properties).toBe(isInEvents);

    const stored = world.services.live.read.one<Record<string, unknown>>(
      "SELECT * FROM users WHERE external_id = ?",
      EXTERNAL_ID,
    );
    expect(stored[name]).toBe(textOf(second));
  });
});

test.each(userColumns("search"))("q finds a user by the whole and by the beginning of %s", async (name) => {
  const value = name === "external_id" ? EXTERNAL_ID : String(VALUES[name][0]);
  await send("POST", "/api/partner/users", { external_id: EXTERNAL_ID, [name]: value });
  await send("POST", "/api/partner/users", { external_id: "other" });
  expect(await found(`q=${encodeURIComponent(value)}`)).toEqual([EXTERNAL_ID]);
  expect(await found(`q=${encodeURIComponent(value.slice(0, 2))}`)).toContain(EXTERNAL_ID);
});

test.each(userColumns("filter"))(
  "%s filters alone and with other conditions, and is echoed",
  async (name) => {
    const [first, second] = VALUES[name];
    await send("POST", "/api/partner/users", { external_id: EXTERNAL_ID, [name]: first });
    await send("POST", "/api/partner/users", { external_id: "other-obsidian", [name]: second });
    const filter = `${name}=${encodeURIComponent(String(first))}`;
    expect(await found(filter)).toEqual([EXTERNAL_ID]);
    expect(await found(`${filter}&q=obsidian`)).toEqual([EXTERNAL_ID]);
    const { query } = (await send("GET", `/api/partner/user-lookup?${filter}`)).json;
    expect(query[name]).toBe(first);
  },
);

test("the operators' page and the export of a person's data hold each of their columns", async () => {
  const given = Object.fromEntries(Object.entries(VALUES).map(([name, [first]]) => [name, first]));
  const { user } = (await send("POST", "/api/partner/users", { external_id: EXTERNAL_ID, ...given })).json;
  const browser = await signedIn(world, "ann", "viewer");
  const page = await browser.open(`/admin/users/${user.id}`);
  const { token } = await makeOperator(world, "ops", "operator");
  const exported = await world.call("POST", `/admin/ops/users/${user.id}/export`, {
    nonce: null,
    idempotencyKey: null,
    headers: { authorization: `Bearer ${token}` },
  });
  const missing = userColumns("change").flatMap((name) => {
    const text = textOf(VALUES[name][0]).replaceAll('"', "&quot;");
    const isOn = (place: "page" | "personalData") => userColumns(place).some((each) => each === name);
    return [
      ...(page.text.includes(text) === isOn("page") ? [] : [`page: ${name}`]),
      ...(name in exported.json.user === isOn("personalData") ? [] : [`export: ${name}`]),
    ];
  });
  expect(missing).toEqual([]);
});
