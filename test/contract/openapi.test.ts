import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import { parse } from "yaml";
import { GROUPS } from "../../src/compose/modules.ts";
import { allOperations } from "../../src/compose/operations.ts";
import { anyone } from "../../src/http/access/public.ts";
import { ProblemShape, successShape } from "../../src/http/documented.ts";
import { type Operation, PAGES_GROUP } from "../../src/http/operation.ts";
import { createValidator } from "../../src/http/schema/validate.ts";
import { loadDocument } from "../../src/modules/developers/openapi/index.ts";
import type {
  MediaType,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from "../../src/modules/developers/openapi/openapi.ts";
import { createWorld, type World } from "../harness/app/world.ts";
import { createSchemaCompiler } from "../harness/checks/json-schema.ts";
import { executable } from "../harness/processes/build.ts";
import { NO_DATA, readGolden } from "./golden.ts";
import { outline } from "./outline.ts";

/** Timeout for tests of the whole document on a loaded machine. */
setDefaultTimeout(60_000);

const RENEW = "bun run golden";

let world: World;
let operations: Operation[];
let document: OpenApiDocument;

beforeAll(async () => {
  world = await createWorld();
  operations = allOperations(world.services).filter(({ group }) => group !== PAGES_GROUP);
  document = (await world.call("GET", "/api/openapi.json")).json;
});

afterAll(() => world.close());

function* described(): Generator<[string, OperationObject]> {
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item))
      yield [`${method.toUpperCase()} ${path}`, operation];
}

function resolved<Component extends object>(component: Component | Reference): Component {
  if (!("$ref" in component)) return component as Component;
  const [, , kind = "", name = ""] = (component as Reference).$ref.split("/");
  const found = (document.components as Record<string, Record<string, unknown>>)[kind]?.[name];
  if (found === undefined) throw new Error(`${(component as Reference).$ref} leads nowhere`);
  return found as Component;
}

describe("the golden document", () => {
  test(`matches this build; update it with: ${RENEW}`, async () => {
    const printed = await run(["openapi", "--json"], {});
    expect(printed.exitCode).toBe(0);
    expect(firstDifference(JSON.parse(printed.stdout))).toBeNull();
  });

  test("does not depend on the machine, and printing it creates no data directory", async () => {
    const here = await run(["openapi", "--json"], {});
    const elsewhere = mkdtempSync(join(tmpdir(), "salute-openapi-test-"));
    const printed = await run(["openapi", "--json"], {
      PORT: "9999",
      HOST: "::1",
      DATA_DIR: join(elsewhere, "data"),
      NODE_ENV: "production",
      TZ: "Asia/Tokyo",
      LANG: "tr_TR.UTF-8",
    });
    expect([printed.exitCode, printed.stdout === here.stdout]).toEqual([0, true]);
    expect(existsSync(join(elsewhere, "data"))).toBe(false);
    expect(readdirSync(elsewhere)).toEqual([]);
    rmSync(elsewhere, { recursive: true });
  });

  test("contains the public address if there is one", async () => {
    const printed = await run(["openapi", "--json"], { PUBLIC_BASE_URL: "https://salute.example/" });
    expect(JSON.parse(printed.stdout).servers[0].url).toBe("https://salute.example");
  });
});

/** The first difference from the golden document; null if they are equal. */
function firstDifference(
  printed: OpenApiDocument,
): { file: string; line: number; golden: string; now: string } | null {
  const [golden, now] = [readGolden(), outline(printed)];
  for (const file of new Set([...golden.keys(), ...now.keys()])) {
    const [kept, made] = [(golden.get(file) ?? "").split("\n"), (now.get(file) ?? "").split("\n")];
    const line = made.findIndex((text, index) => text !== kept[index]);
    if (line === -1 && kept.length === made.length) continue;
    return { file, line: line + 1, golden: kept[line] ?? "", now: made[line] ?? "" };
  }
  return null;
}

async function run(words: string[], environment: Record<string, string>) {
  const child = Bun.spawn([executable(), ...words], {
    env: { PATH: process.env.PATH ?? "", DATA_DIR: NO_DATA, ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, exitCode] = [await new Response(child.stdout).text(), await child.exited];
  return { stdout, exitCode };
}

describe("the document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const result = await new Validator().validate(
      structuredClone(document) as unknown as Record<string, unknown>,
    );
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
  });

  test("contains exactly the operations of the build, without pages", () => {
    expect([...described()].map(([where, { operationId }]) => `${where} ${operationId}`).sort()).toEqual(
      operations.map(({ method, path, id }) => `${method} ${path} ${id}`).sort(),
    );
  });

  test("uses each component that it defines", () => {
    const text = JSON.stringify(document);
    for (const kind of ["schemas", "parameters", "headers", "securitySchemes"] as const) {
      for (const name of Object.keys(document.components[kind] ?? {})) {
        const isUsed =
          kind === "securitySchemes"
            ? text.includes(`{"${name}":[`) || text.includes(`,"${name}":[`)
            : text.includes(`"#/components/${kind}/${name}"`);
        expect([kind, name, isUsed]).toEqual([kind, name, true]);
      }
    }
  });

  test("names a tag with a description for each group", () => {
    const tags = new Set(document.tags.map(({ name }) => name));
    for (const [where, operation] of described())
      expect([where, operation.tags.every((tag) => tags.has(tag))]).toEqual([where, true]);
    expect(document.tags.filter(({ description }) => description === "")).toEqual([]);
  });

  test("has every path parameter, and required headers of mutations", () => {
    for (const [where, { parameters = [], responses, ...operation }] of described()) {
      const all = parameters.map((each) => resolved<Parameter>(each));
      const inPath = [...where.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect([where, all.filter((each) => each.in === "path").map((each) => each.name)]).toEqual([
        where,
        inPath as string[],
      ]);
      const isMutation =
        "409" in responses && JSON.stringify(responses["409"]).includes("idempotency_replay");
      const required = all.filter((each) => each.in === "header" && each.required === true);
      const names = required.map((each) => each.name);
      if (isMutation)
        expect([where, names]).toEqual([
          where,
          operation["x-key-mode"] === "live" ? ["X-Partner-Nonce", "Idempotency-Key"] : ["Idempotency-Key"],
        ]);
      else expect([where, names]).toEqual([where, []]);
    }
  });
});

describe("examples", () => {
  test("each request body's example matches the operation's shape", () => {
    for (const operation of operations) {
      if (operation.body === null) continue;
      const item = document.paths[operation.path]?.[operation.method.toLowerCase() as "post"];
      const media = item?.requestBody?.content["application/json"];
      expect([operation.id, createValidator(operation.body).faults(media?.example)]).toEqual([
        operation.id,
        null,
      ]);
    }
  });

  test("each success has an example that matches the operation's shape", () => {
    for (const operation of operations) {
      const shape = successShape(operation);
      if (shape === null) continue;
      const item = document.paths[operation.path]?.[operation.method.toLowerCase() as "get"];
      const response = item?.responses[String(operation.status)] as ResponseObject;
      const example = response.content?.["application/json"]?.example;
      expect([operation.id, createValidator(shape).faults(example)]).toEqual([operation.id, null]);
    }
  });

  test("each code of each failure has an example that matches the failure's shape and has that code", () => {
    for (const [where, { responses }] of described()) {
      for (const [status, response] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        const { content = {}, "x-codes": codes = [] } = resolved<ResponseObject>(response);
        const examples = content["application/json"]?.examples ?? {};
        expect([where, status, Object.keys(examples)]).toEqual([where, status, codes]);
        for (const [code, { value }] of Object.entries(examples)) {
          expect([where, code, createValidator(ProblemShape).faults(value)]).toEqual([where, code, null]);
          expect((value as { error: string }).error).toBe(code);
        }
      }
    }
  });

  test("all match the published schemas, according to an independent validator", () => {
    const compile = createSchemaCompiler(document);
    const check = (where: string, { schema, example, examples = {} }: MediaType) => {
      const validate = compile(schema);
      const values = [
        ...(example === undefined ? [] : [example]),
        ...Object.values(examples).map(({ value }) => value),
      ];
      for (const value of values)
        expect([where, validate(value), validate.errors]).toEqual([where, true, null]);
    };
    for (const [where, { parameters = [], requestBody, responses }] of described()) {
      for (const each of parameters.map((each) => resolved<Parameter>(each)))
        check(`${where} ${each.name}`, {
          schema: each.schema,
          ...("example" in each ? { example: each.example } : {}),
        });
      for (const media of Object.values(requestBody?.content ?? {})) check(`${where} body`, media);
      for (const [status, response] of Object.entries(responses))
        for (const media of Object.values(resolved<ResponseObject>(response).content ?? {}))
          check(`${where} ${status}`, media);
    }
    for (const [type, { post }] of Object.entries(document.webhooks ?? {}))
      for (const media of Object.values(post?.requestBody?.content ?? {})) check(type, media);
  });

  test("request bodies refuse unknown properties", () => {
    const compile = createSchemaCompiler(document);
    // The messenger's platform may add fields to updates at any time.
    const isOpen = (path: string) =>
      operations.some((each) => each.path === path && each.body?.additionalProperties === true);
    for (const [where, { requestBody }] of described()) {
      if (isOpen(where.split(" ")[1] ?? "")) continue;
      for (const { schema, example } of Object.values(requestBody?.content ?? {}))
        expect([where, compile(schema)({ ...(example as object), not_named: 1 })]).toEqual([where, false]);
    }
  });
});

describe("GET /api/openapi.yaml and .json", () => {
  test("are the same document, for parsers of YAML 1.1 and 1.2", async () => {
    const yaml = await world.call("GET", "/api/openapi.yaml");
    expect([yaml.status, yaml.headers.get("content-type")]).toEqual([200, "application/yaml; charset=utf-8"]);
    expect(parse(yaml.text)).toEqual(document);
    expect(parse(yaml.text, { version: "1.1" })).toEqual(document);
    expect(document.openapi).toBe("3.1.1");
    expect(document.servers[0]?.url).toBe(world.services.http.baseUrl());
  });

  test.each(["/api/openapi.yaml", "/api/openapi.json", "/api/openapi-transparency.yaml"])(
    "%s: validators, 304, HEAD, open to other origins",
    async (path) => {
      const first = await world.call("GET", path);
      const etag = first.headers.get("etag") ?? "";
      const lastModified = first.headers.get("last-modified") ?? "";
      expect(first.headers.get("access-control-allow-origin")).toBe("*");
      expect(first.headers.get("cache-control")).toBe("public, max-age=300");
      const again = await world.call("GET", path, { headers: { "if-none-match": etag } });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
      const since = await world.call("GET", path, { headers: { "if-modified-since": lastModified } });
      expect(since.status).toBe(304);
      const other = await world.call("GET", path, {
        headers: { "if-none-match": '"other"', "if-modified-since": lastModified },
      });
      expect([other.status, other.text]).toEqual([200, first.text]);
      const head = await world.call("HEAD", path);
      expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", etag]);
    },
  );

  test("the transparency document is valid and contains only that group", async () => {
    const { text } = await world.call("GET", "/api/openapi-transparency.yaml");
    const transparency: OpenApiDocument = parse(text);
    const result = await new Validator().validate(
      structuredClone(transparency) as unknown as Record<string, unknown>,
    );
    expect(result.errors ?? []).toEqual([]);
    const ids = Object.values(transparency.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(
      operations
        .filter(({ group }) => group === "transparency")
        .map(({ id }) => id)
        .sort(),
    );
  });
});

describe("pages", () => {
  test("are not in any document", async () => {
    const page: Operation = {
      id: "showPage",
      method: "GET",
      path: "/page",
      group: PAGES_GROUP,
      summary: "A page",
      access: anyone("pages"),
      status: 200,
      response: { mediaType: "text/html", description: "A page." },
      errors: [],
      params: null,
      query: null,
      body: null,
      form: null,
      inSafeMode: false,
      mutation: false,
      recording: null,
      read: () => ({}),
      prepare: null,
      write: null,
    };
    const options = {
      part: "everything",
      version: "1.0.0",
      baseUrl: "http://localhost",
      groups: GROUPS,
    } as const;
    expect((await loadDocument([page], options)).paths).toEqual({});
  });
});
