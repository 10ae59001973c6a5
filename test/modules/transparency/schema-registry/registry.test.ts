import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { canonicalJson } from "../../../../src/kit/formats/canonical-json.ts";
import { runJobs } from "../../../harness/app/jobs.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { createSchemaCompiler } from "../../../harness/checks/json-schema.ts";
import { expectValidators } from "../../../harness/checks/validators.ts";
import {
  buildRows,
  putRuns,
  putThresholdChange,
  putTriage,
  signature,
  WALLET,
} from "../public-audits/fixture.ts";

const PATH = "/transparency/audit-anomalies/schema-registry.json";

interface Entry {
  name: string;
  path: string;
  version: string;
  sha256: string;
  schema: Record<string, unknown>;
}

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.close());

const registry = async (): Promise<Entry[]> => (await world.call("GET", PATH)).json.schemas;

/** Every public JSON document of contract section 15. */
const DOCUMENTS = [
  "audit-anomalies/alerts",
  "audit-anomalies/diff/compare",
  "audit-anomalies/diff/export",
  "audit-anomalies/export",
  "audit-anomalies/glossary",
  "audit-anomalies/runs",
  "audit-anomalies/schema-registry",
  "audit-anomalies/summary",
  "audit-anomalies/threshold-history",
  "audit-anomalies/trend",
  "audit-anomalies/triage",
  "trust-dashboard",
  "wallet-concentration",
];

describe("the schema registry", () => {
  test("lists exactly the public JSON documents of transparency, including itself", async () => {
    const { json } = await world.call("GET", PATH);
    expect(json.schemas.map(({ name }: Entry) => name)).toEqual(DOCUMENTS);
    expect(json.count).toBe(13);
    for (const { name, path } of json.schemas) expect(path).toBe(`/transparency/${name}.json`);
  });

  test("identifies each schema by the SHA-256 of its RFC 8785 text", async () => {
    for (const { schema, sha256, version } of await registry()) {
      expect(sha256).toBe(createHash("sha256").update(canonicalJson(schema)).digest("hex"));
      expect([schema.$schema, version]).toEqual(["https://json-schema.org/draft/2020-12/schema", "1"]);
    }
  });

  test("requires and types every field at the top and in list items", async () => {
    for (const { name, schema } of await registry()) expectRequired(name, schema, true);
  });

  test("Last-Modified is the start of the process", async () => {
    const lastModified = new Date(world.services.startedAt).toUTCString();
    await expectValidators(world, PATH, {}, { lastModified, cacheControl: "public, max-age=60" });
  });
});

/** Checks that all fields of an object and of its list items are required and typed. */
function expectRequired(where: string, schema: Record<string, unknown>, isTop = false): void {
  const properties = schema.properties as Record<string, Record<string, unknown>> | undefined;
  if (properties === undefined) return;
  const names = Object.keys(properties);
  if (isTop) expect(names).toContain("success");
  expect([where, schema.required ?? []]).toEqual([where, names]);
  for (const [name, property] of Object.entries(properties)) {
    expect([where, name, property.type]).not.toEqual([where, name, undefined]);
    const items = property.items as Record<string, unknown> | undefined;
    if (items !== undefined) {
      expect([where, name, items.type]).not.toEqual([where, name, undefined]);
      expectRequired(`${where}.${name}[]`, items);
    }
  }
}

describe("every answer matches its schema", () => {
  const expectKept = async () => {
    const compile = createSchemaCompiler();
    for (const { path, schema } of await registry()) {
      const validate = compile(schema);
      for (const query of [
        "",
        "?include_top_anomalies=1&include_status_counts=1&include_recommendations=1",
      ]) {
        const { json, status } = await world.call("GET", `${path}${query}`);
        validate(json);
        expect([path, status, validate.errors ?? null]).toEqual([path, 200, null]);
      }
    }
  };

  test("before the first run and the first job", () => expectKept());

  test("with runs, triage, changed thresholds and figures", async () => {
    await runJobs(
      world,
      "mint_authorities",
      "public_stats",
      "holder_cache",
      "token_distribution",
      "status_snapshot",
    );
    await putRuns(
      world,
      { run: "20261119T011000Z", rows: buildRows({ info: 1 }) },
      { run: "20261120T011000Z", isComplete: false },
      {
        run: "20261121T011000Z",
        rows: [
          {
            signature: signature("Aaaaaaaaa"),
            wallet: WALLET,
            delta: "-12.5",
            severity: "bad",
            details: { a: 1 },
          },
          { signature: null, type: "failed_burst", block_time: null },
          ...buildRows({ warn: 9 }),
        ],
      },
    );
    await putThresholdChange(world, { parameter: "audit.min_increase", previous: 5, next: 4.5 });
    await putTriage(world, {
      signature: signature("Aaaaaaaaa"),
      status: "open",
      owner: "us",
      eta_utc: 1_790_000_000_000,
    });
    await expectKept();
  });

  test("in production without a chain", async () => {
    const bare = await createWorld({ SALUTE_ENV: "production" });
    const { json } = await bare.call("GET", PATH);
    const compile = createSchemaCompiler();
    for (const { path, schema } of json.schemas as Entry[]) {
      const validate = compile(schema);
      const answer = await bare.call("GET", path);
      validate(answer.json);
      expect([path, answer.status, validate.errors ?? null]).toEqual([path, 200, null]);
    }
    await bare.close();
  });
});

test("the transparency OpenAPI document describes all 18 operations", async () => {
  const { text } = await world.call("GET", "/api/openapi-transparency.yaml");
  const paths = [...text.matchAll(/^ {2}"?(\/transparency\/[^":\s]+)"?:$/gm)].map(([, path]) => path);
  expect(paths).toHaveLength(18);
});
