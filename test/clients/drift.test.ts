import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writePython } from "../../clients/generator/python.ts";
import { readApi } from "../../clients/generator/read-document.ts";
import { writeTypescript } from "../../clients/generator/typescript.ts";
import { allOperations } from "../../src/compose/operations.ts";
import { loadDocument } from "../../src/modules/developers/openapi/index.ts";
import { createWorld } from "../harness/app/world.ts";

const CLIENTS = resolve(import.meta.dir, "../../clients");

async function apiOfThisBuild() {
  const world = await createWorld();
  try {
    const options = { part: "everything", version: "1", baseUrl: "http://localhost" } as const;
    return readApi(
      await loadDocument(allOperations(world.services), { ...options, groups: world.services.groups }),
    );
  } finally {
    await world.close();
  }
}

test("both clients match the OpenAPI document; update them with `bun run clients`", async () => {
  const api = await apiOfThisBuild();
  const written = {
    "typescript/src": writeTypescript(api),
    "python/salute_client": writePython(api),
  };
  for (const [directory, files] of Object.entries(written)) {
    for (const [name, text] of Object.entries(files)) {
      const stored = readFileSync(join(CLIENTS, directory, name), "utf8");
      expect(stored === text ? name : `${name} is out of date`).toBe(name);
    }
  }
});

test("every operation for partner keys has a method with a unique name", async () => {
  const { methods } = await apiOfThisBuild();
  const names = methods.map(({ resource, method }) => `${resource}.${method}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("salutes.credit");
  const paged = methods
    .filter(({ rows }) => rows !== null)
    .map(({ resource, each }) => `${resource}.${each}`);
  expect(paged.sort()).toEqual([
    "donations.each",
    "events.each",
    "salutes.eachLedgerEntry",
    "users.each",
    "users.eachFound",
    "wallets.each",
    "webhooks.each",
    "webhooks.eachAttempt",
    "webhooks.eachEvent",
  ]);
});

test("neither client contains `any`", () => {
  const files = [
    ...readdirSync(join(CLIENTS, "typescript/src")).map((name) => join(CLIENTS, "typescript/src", name)),
    ...readdirSync(join(CLIENTS, "python/salute_client"))
      .filter((name) => name.endsWith(".py"))
      .map((name) => join(CLIENTS, "python/salute_client", name)),
  ];
  const offenders = files.filter((file) =>
    readFileSync(file, "utf8")
      .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$|"""[\s\S]*?"""/gm, "")
      .match(/[:<[(|,]\s*any\b|\bas any\b|\bAny\b/),
  );
  expect(offenders).toEqual([]);
});
