import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { mailSignature } from "../../../../src/modules/platform/brand/index.ts";
import { makeOperator, signedIn, type Visitor } from "../../../harness/app/visitor.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>`;
const PATH = "/admin/ops/brand";

let world: World;
let token: string;

beforeEach(async () => {
  world = await createWorld({ BRAND_TEXT: "From the setting.", BRAND_COLOUR: "#FFFF00" });
  ({ token } = await makeOperator(world, "olga", "owner"));
});
afterEach(() => world.close());

const auth = () => ({ authorization: `Bearer ${token}` });
const update = (body: object, headers: Record<string, string> = auth()) =>
  world.call("PATCH", PATH, { headers, body });
const pageOf = async (path: string) =>
  (await world.call("GET", path, { headers: { accept: "text/html" } })).text;

describe("the brand", () => {
  test("is on every public page with the next request, and the settings stand for what is not stored", async () => {
    const before = await pageOf("/status");
    expect(before).toContain("salute</a>");
    const answer = await update({ name: "Zebra", links: [{ label: "Home", url: "https://zebra.example" }] });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      name: "Zebra",
      text: "From the setting.",
      colour: "#ffff00",
      logo_path: null,
      stored_fields: ["name", "links"],
    });
    for (const path of ["/", "/status", "/transparency", "/developers", "/share", "/claim", "/nowhere"]) {
      const page = await pageOf(path);
      expect(page).toContain("Zebra</a>");
      expect(page).toContain(`href="https://zebra.example"`);
    }
    expect(await pageOf("/")).toContain("From the setting.");
    expect(await pageOf("/status")).toContain(" · Zebra</title>");
    const { shown_colours, card_path } = answer.json;
    expect(shown_colours.light).not.toBe("#ffff00");
    expect(shown_colours.dark).toBe("#ffff00");
    const [, style = ""] = /href="(\/assets\/brand\.[0-9a-f]+\.css)"/.exec(await pageOf("/")) ?? [];
    expect((await world.call("GET", style)).text).toContain(`--accent:${shown_colours.light}`);
    expect(await pageOf("/")).toContain(`${world.services.http.baseUrl()}${card_path}`);
    await update({ name: null });
    expect(await pageOf("/")).not.toContain("Zebra");
  });

  test("serves a logo as an image in which nothing runs, cached for good under an address of its own", async () => {
    const { json } = await update({ logo: LOGO });
    expect(await pageOf("/")).toContain(`<img src="${json.logo_path}" alt `);
    const logo = await world.call("GET", json.logo_path);
    expect(logo.text).toBe(LOGO);
    expect(logo.headers.get("content-type")).toContain("image/svg+xml");
    expect(logo.headers.get("content-security-policy")).toContain("sandbox");
    expect(logo.headers.get("x-content-type-options")).toBe("nosniff");
    expect(logo.headers.get("cache-control")).toContain("immutable");
    const card = await world.call("GET", json.card_path);
    expect([card.status, card.headers.get("content-type")]).toEqual([200, "image/png"]);
    const again = await update({ logo: LOGO.replace("M0", "M1") });
    expect(again.json.logo_path).not.toBe(json.logo_path);
    expect((await world.call("GET", json.logo_path)).status).toBe(404);
  });

  test("is changed by owners only, and what it replaced is in the audit trail", async () => {
    const operator = await makeOperator(world, "otto", "operator");
    const refused = await update({ name: "Mine" }, { authorization: `Bearer ${operator.token}` });
    expect(refused.status).toBe(403);
    expect(await pageOf("/")).not.toContain("Mine");
    await update({ name: "One" });
    await update({ name: "Two", logo: LOGO });
    const trail = await world.call("GET", "/admin/ops/audit-trail.json?action=brand.update", {
      headers: auth(),
    });
    const [last] = trail.json.entries;
    expect(last.details).toMatchObject({ name: "Two", before: { name: "One", logo: null } });
    expect(last.details.logo).toStartWith("image/svg+xml, ");
    expect(trail.text).not.toContain("<svg");
  });

  for (const [field, body] of [
    ["name", { name: " " }],
    ["name", { name: "a\u202eb" }],
    ["text", { text: "x".repeat(201) }],
    ["colour", { colour: "teal" }],
    ["links", { links: [{ label: "x", url: "javascript:alert(1)" }] }],
    ["logo", { logo: LOGO.replace("<path", "<script/><path") }],
  ] as const) {
    test(`refuses ${JSON.stringify(body).slice(0, 50)} and names the field`, async () => {
      const answer = await update(body);
      expect(answer.status).toBe(400);
      expect(answer.json.details[0].field).toStartWith(field);
      expect(await update({}).then(({ json }) => json.stored_fields)).toEqual([]);
    });
  }
});

describe("the desk's page of the brand", () => {
  let petra: Visitor;
  beforeEach(async () => {
    petra = await signedIn(world, "petra", "owner");
    await petra.open("/admin/brand");
  });

  test("shows a brand before it is stored, and stores it", async () => {
    const fields = { name: "Zebra", colour: "#0f766e", links: "Home https://zebra.example", logo: LOGO };
    const preview = await petra.submit("/admin/brand/preview", fields);
    expect(preview.status).toBe(200);
    expect(preview.text).toContain("Save this brand");
    expect(await pageOf("/")).not.toContain("Zebra");
    const [, seen = ""] = /name="seen" value="([^"]+)"/.exec(preview.text) ?? [];
    expect((await petra.submit("/admin/brand/save", { ...fields, seen })).status).toBe(303);
    expect(await pageOf("/")).toContain("Zebra");
    // Somebody else's page is older than this brand now.
    const late = await petra.submit("/admin/brand/save", { name: "Late", seen });
    expect(late.status).toBe(409);
    expect(await pageOf("/")).toContain("Zebra");
    await petra.open("/admin/brand");
    expect((await petra.submit("/admin/brand/save", { name: "Zebra", remove_logo: "1" })).status).toBe(303);
    expect(await pageOf("/")).not.toContain("/assets/logo.");
  });

  test("keeps what was entered beside its fault", async () => {
    const answer = await petra.submit("/admin/brand/preview", { name: "Zebra", colour: "teal" });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`value="Zebra"`);
    expect(answer.text).toContain("must be a colour such as #0f766e");
  });
});

test("mails end with the project's name and text, in short lines, if it has a brand", () => {
  expect(mailSignature({ isOwn: false, name: "salute", text: null })).toBe("");
  const text = "word ".repeat(40);
  const signature = mailSignature({ isOwn: true, name: "Zebra", text });
  expect(signature).toStartWith("\n-- \nZebra\nword");
  expect(Math.max(...signature.split("\n").map(({ length }) => length))).toBeLessThanOrEqual(72);
});
