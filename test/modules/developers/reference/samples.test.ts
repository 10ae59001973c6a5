import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type ListeningWorld, listen } from "../../../harness/app/listen.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { inScratch, missingPrograms, run } from "../../../harness/processes/programs.ts";

/** The reference's program of an operation in each language, run against a server, one of each kind of request. */

const RUN_MS = 180_000;

interface Language {
  ending: string;
  needs: string[];
  command: string[];
  environment?: Record<string, string>;
}

const LANGUAGES: readonly Language[] = [
  { ending: "sh", needs: ["bash", "openssl", "curl"], command: ["bash"] },
  { ending: "ts", needs: [process.execPath], command: [process.execPath] },
  { ending: "py", needs: ["python3"], command: ["python3"] },
  {
    ending: "go",
    needs: ["go"],
    command: ["go", "run"],
    environment: { GOPROXY: "off", GOTOOLCHAIN: "local" },
  },
  { ending: "php", needs: ["php"], command: ["php"] },
];

let world: World;
let server: ListeningWorld;
beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_PAGES_PER_MIN: "0" });
  server = await listen(world);
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

async function program(file: string): Promise<Response> {
  return fetch(`${server.baseUrl}/developers/snippets/${file}`);
}

describe.each([...LANGUAGES])("samples.$ending", ({ ending, needs, command, environment }) => {
  const isMissing = missingPrograms(needs, `samples in ${ending}`).length > 0;

  test.skipIf(isMissing)(
    "a GET with a query, a POST and a PATCH with a body, and a DELETE do what the operation says",
    () =>
      inScratch(async (folder) => {
        const key = await world.createKey(`samples-${ending}`);
        await world.createUser(key, "demo-user");
        const body = { event_type: "salutes.credit", target_url: "https://partner.example/hook" };
        const { json } = await world.call("POST", "/api/partner/webhooks", { key, body });
        /** Runs the program, whose example ids are replaced by some that exist. */
        const ran = async (id: string, example = "", own = "") => {
          const file = join(folder, `${id}.${ending}`);
          const text = await (await program(`${id}.${ending}`)).text();
          expect(text).toContain(example);
          await Bun.write(file, example === "" ? text : text.replaceAll(example, own));
          const { key_id: KEY_ID, secret: SECRET } = key;
          const variables = { ...environment, KEY_ID, SECRET, BASE_URL: server.baseUrl };
          const { exitCode, stdout, stderr } = await run([...command, file], { environment: variables });
          expect({ id, exitCode, stderr }).toEqual({ id, exitCode: 0, stderr: "" });
          return stdout;
        };
        expect(await ran("creditSalutes")).toContain('"balance":25');
        expect(await ran("getSalutesBalance", "user_id=42", "user_id=ext:demo-user")).toContain(
          '"balance":25',
        );
        expect(await ran("updateUser", "users/42", "users/ext:demo-user")).toContain('"Zoe A."');
        const path = `webhooks/${json.webhook.id}`;
        expect(await ran("deleteWebhook", "webhooks/7", path)).toContain('"deleted":true');
        expect((await world.call("GET", "/api/partner/webhooks", { key })).json.count).toBe(0);
      }),
    RUN_MS,
  );
});

test("every signed operation has a program in each language, and nothing else has", async () => {
  const { paths } = (await world.call("GET", "/api/openapi-partner.json")).json;
  const operations: { operationId: string }[] = Object.values(paths).flatMap((item) =>
    Object.values(item as object),
  );
  expect(operations.length).toBeGreaterThan(90);
  for (const { operationId } of operations)
    for (const { ending } of LANGUAGES) {
      const { status, text } = await world.call("GET", `/developers/snippets/${operationId}.${ending}`);
      expect([operationId, ending, status]).toEqual([operationId, ending, 200]);
      const calls = text
        .split("\n")
        .filter((line) => /\bcall(\(| )['"]?(GET|POST|PATCH|DELETE)\b/.test(line));
      expect([operationId, ending, calls.length]).toEqual([operationId, ending, 1]);
    }
  for (const file of ["creditSalutes.rb", "getSystemStatus.sh", "nothing.sh"])
    expect((await world.call("GET", `/developers/snippets/${file}`)).status).toBe(404);
});
