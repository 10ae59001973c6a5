import { expect, test } from "bun:test";
import { snakeCase } from "../../../../clients/generator/names.ts";
import { readApi } from "../../../../clients/generator/read-document.ts";
import type { OpenApiDocument } from "../../../../src/modules/developers/openapi/index.ts";
import { clientExamples } from "../../../../src/modules/developers/reference/client-example.ts";
import { createWorld } from "../../../harness/app/world.ts";

const ARGUMENTS = /\b(\w+)(?:: |=)/g;

test("every signed operation is shown with methods and inputs that the clients have", async () => {
  const world = await createWorld();
  const document: OpenApiDocument = (await world.call("GET", "/api/openapi.json")).json;
  await world.close();
  const methods = new Map(readApi(document).methods.map((each) => [`${each.resource}.${each.method}`, each]));
  let shown = 0;
  for (const [path, item] of Object.entries(document.paths))
    for (const [verb, operation] of Object.entries(item)) {
      const examples = clientExamples(document, { method: verb.toUpperCase(), path, operation });
      const isSigned =
        operation["x-key-mode"] !== undefined && !/[sS]treamEvents$/.test(operation.operationId);
      expect([operation.operationId, examples.length]).toEqual([operation.operationId, isSigned ? 2 : 0]);
      const [typescript, python] = examples;
      if (typescript === undefined || python === undefined) continue;
      const [, name = "", given = ""] = /salute\.(\w+\.\w+)\((.*)\)/s.exec(typescript.code) ?? [];
      const method = methods.get(name);
      expect([operation.operationId, name, method === undefined]).toEqual([
        operation.operationId,
        name,
        false,
      ]);
      const [resource = "", own = ""] = name.split(".");
      expect(python.code).toContain(`salute.${snakeCase(resource)}.${snakeCase(own)}(`);
      const keys = [/idempotencyKey: "/.test(typescript.code), /idempotency_key="/.test(python.code)];
      const isMutation = method?.isMutation === true;
      expect([operation.operationId, ...keys]).toEqual([operation.operationId, isMutation, isMutation]);
      const withoutTexts = given.replaceAll(/"(?:[^"\\\\]|\\\\.)*"/g, '""');
      const names = [...withoutTexts.matchAll(ARGUMENTS)].map(([, each = ""]) => each);
      for (const { name: input, isRequired } of method?.inputs ?? [])
        if (isRequired)
          expect([operation.operationId, names.includes(input), input]).toEqual([
            operation.operationId,
            true,
            input,
          ]);
      shown++;
    }
  expect(shown).toBeGreaterThan(50);
});
