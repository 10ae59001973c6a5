import { afterAll, beforeAll, expect, test } from "bun:test";
import { allOperations } from "../../../src/compose/operations.ts";
import type { Operation } from "../../../src/http/operation.ts";
import { operatorsVisitor, permitAll } from "../../harness/app/portal.ts";
import { type Visitor, visitor } from "../../harness/app/visitor.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

/** All pages and forms of the portal: no session, malformed requests, and the limit. */

const PER_MINUTE = 400;

let world: World;
let browser: Visitor;
let pages: Operation[];
let forms: Operation[];

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_PAGES_PER_MIN: String(PER_MINUTE) });
  await world.createKey("acme");
  await permitAll(world, "acme");
  browser = await operatorsVisitor(world, "acme");
  const own = allOperations(world.services).filter(({ access }) => access.kind === "member");
  pages = own.filter(({ method }) => method === "GET");
  forms = own.filter(({ method }) => method === "POST");
});
afterAll(() => world.close());

const pathOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, "1");
const JSON_ONLY = { accept: "application/json" };

test("without a session each is 403", async () => {
  const nobody = visitor(world);
  for (const page of pages)
    expect([page.id, (await nobody.open(pathOf(page))).status]).toEqual([page.id, 403]);
  for (const form of forms)
    expect([form.id, (await nobody.submit(pathOf(form))).status]).toEqual([form.id, 403]);
});

test("an unknown parameter or field is 400 and names it, another content type 415, a large body 413", async () => {
  for (const page of pages)
    expect([page.id, (await browser.open(`${pathOf(page)}?nonsense=1`)).status]).toEqual([page.id, 400]);
  await browser.open("/partners");
  for (const form of forms) {
    const path = pathOf(form);
    const unknown = await browser.submit(path, { nonsense: "1" }, JSON_ONLY);
    const other = await browser.submit(path, { x: "1" }, { "content-type": "application/json" });
    const large = await browser.submit(path, { x: "x".repeat(300_000) }, JSON_ONLY);
    expect([form.id, unknown.status, unknown.json.details[0].field, other.status, large.status]).toEqual([
      form.id,
      400,
      "nonsense",
      415,
      413,
    ]);
  }
});

test("above the session's limit each is 429", async () => {
  for (let i = 0; i < PER_MINUTE; i++) await browser.open("/partners/events");
  for (const page of pages)
    expect([page.id, (await browser.open(pathOf(page))).status]).toEqual([page.id, 429]);
  for (const form of forms)
    expect([form.id, (await browser.submit(pathOf(form))).status]).toEqual([form.id, 429]);
});

test("a fault of ours is 500, and one of the disk 503, without inner detail", async () => {
  await browser.open("/partners");
  const { http } = world.services;
  const { limiter } = http;
  const faults = [
    [new Error("a fault of ours"), 500],
    [Object.assign(new Error("a fault of the disk"), { code: "SQLITE_IOERR" }), 503],
  ] as const;
  for (const [fault, status] of faults) {
    const fail = () => {
      throw fault;
    };
    Object.assign(http, { limiter: { count: fail, peek: fail } });
    for (const page of pages) {
      const answer = await browser.open(pathOf(page));
      expect([page.id, answer.status, answer.text.includes("a fault of")]).toEqual([page.id, status, false]);
    }
    for (const form of forms)
      expect([form.id, (await browser.submit(pathOf(form))).status]).toEqual([form.id, status]);
    Object.assign(http, { limiter });
  }
});
