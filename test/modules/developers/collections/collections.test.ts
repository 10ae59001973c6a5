import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createHash, createHmac } from "node:crypto";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { unzipSync } from "fflate";
import type { IssuedKey } from "../../../../src/modules/access/keys/index.ts";
import { type ListeningWorld, listen } from "../../../harness/app/listen.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { inScratch, missingPrograms, run } from "../../../harness/processes/programs.ts";

/** The collections for Postman and Bruno, run against a server: by their scripts here, by the programs if installed. */

const NO_LIMITS = {
  PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "0",
  PARTNER_RATE_LIMIT_PER_MINUTE: "0",
  RATE_LIMIT_WEBHOOK_PER_MIN: "0",
};
const RUN_MS = 180_000;

let world: World;
let server: ListeningWorld;
let keys: { live: IssuedKey; sandbox: IssuedKey };

beforeAll(async () => {
  world = await createWorld(NO_LIMITS);
  server = await listen(world);
  keys = { live: await world.createKey("acme"), sandbox: await world.createKey("acme", "sandbox") };
  await world.createUser(keys.live, "demo-user");
});
afterAll(async () => {
  await server.stop();
  await world.close();
});

async function download(file: string): Promise<Response> {
  const response = await fetch(`${server.baseUrl}/developers/collections/${file}`);
  expect(response.status).toBe(200);
  return response;
}

/** The parts of crypto-js that the script uses. */
function required(name: string) {
  expect(name).toBe("crypto-js");
  return {
    SHA256: (text: string) => createHash("sha256").update(text).digest("hex"),
    HmacSHA256: (text: string, secret: string) => createHmac("sha256", secret).update(text).digest("hex"),
  };
}

/** A request as a program holds it before its script ran. */
interface Draft {
  folder: string;
  method: string;
  url: string;
  body: string;
}

type Variables = Record<string, string>;
type Runner = (draft: Draft, variables: Variables) => Request;

/** Sends each request with a key of its folder's mode. */
async function sendAll(drafts: readonly Draft[], environment: Variables, sign: Runner) {
  const answers = [];
  for (const draft of drafts) {
    const { key_id, secret } = draft.folder === "sandbox" ? keys.sandbox : keys.live;
    const variables = { ...environment, base_url: server.baseUrl, key_id, secret };
    const { status, ...answer } = await fetch(sign(draft, variables)).then(async (response) => ({
      status: response.status,
      text: await response.text(),
    }));
    answers.push({ ...draft, status, ...answer });
  }
  return answers;
}

/** All are signed right and have a right form; some name what a new server does not have. */
function expectSigned(answers: Awaited<ReturnType<typeof sendAll>>) {
  expect(answers.length).toBeGreaterThan(90);
  const refused = answers.filter(({ status }) => ![200, 201, 202, 404, 409].includes(status));
  // A look-up needs one of several parameters, none of which is required by itself.
  const others = refused.filter(
    ({ url, text }) => !(url.includes("user-lookup") && text.includes("q: it is")),
  );
  expect(others.map(({ method, url, text }) => [method, url, text])).toEqual([]);
  expect(answers.filter(({ status }) => status < 300).length).toBeGreaterThan(50);
}

describe("Postman", () => {
  async function collection() {
    const { event, item } = await (await download("postman.json")).json();
    const script = event[0].script.exec.join("\n");
    const { values } = await (await download("postman-environment.json")).json();
    const environment = Object.fromEntries(
      values.map(({ key, value }: { key: string; value: string }) => [key, value]),
    );
    const drafts: Draft[] = item.flatMap((folder: { name: string; item: { request: PostmanRequest }[] }) =>
      folder.item.map(({ request: { method, url, body } }) => ({
        folder: folder.name,
        method,
        url: url.raw,
        body: body?.raw ?? "",
      })),
    );
    return { script, environment, drafts };
  }

  interface PostmanRequest {
    method: string;
    url: { raw: string };
    body?: { raw: string };
  }

  /** Runs the script with a `pm` like Postman's. */
  function signer(script: string): Runner {
    return ({ method, url, body }, variables) => {
      const sent = { url, body, headers: new Headers({ "content-type": "application/json" }) };
      const pm = {
        request: {
          method,
          url: { toString: () => url, update: (text: string) => Object.assign(sent, { url: text }) },
          body:
            body === ""
              ? undefined
              : { raw: body, update: ({ raw }: { raw: string }) => Object.assign(sent, { body: raw }) },
          headers: {
            has: (name: string) => sent.headers.has(name),
            upsert: ({ key, value }: { key: string; value: string }) => sent.headers.set(key, value),
          },
        },
        variables: {
          replaceIn: (text: string) => text.replace(/\{\{(\w+)\}\}/, (all, name) => variables[name] ?? all),
        },
      };
      new Function("require", "pm", script)(required, pm);
      return new Request(sent.url, {
        method,
        headers: sent.headers,
        ...(body === "" ? {} : { body: sent.body }),
      });
    };
  }

  test("every request is signed as it is sent", async () => {
    const { script, environment, drafts } = await collection();
    expectSigned(await sendAll(drafts, environment, signer(script)));
  });

  test("what is percent-escaped on the way is signed escaped, and a missing variable is named", async () => {
    const { script, environment } = await collection();
    const sign = signer(script);
    const url = '{{base_url}}/api/partner/sandbox/users?q=zoë it\'s %C3%A9 <b> "c"';
    const [answer] = await sendAll([{ folder: "sandbox", method: "GET", url, body: "" }], environment, sign);
    expect([answer?.status, answer?.text]).toEqual([200, expect.stringContaining('"success":true')]);
    const draft = { folder: "sandbox", method: "GET", url: "{{base_url}}/x", body: "" };
    expect(() => sign(draft, { ...environment, key_id: "pk_sandbox_1" })).toThrow(
      "Set secret in the environment.",
    );
  });
});

describe("Bruno", () => {
  async function archive(): Promise<Record<string, string>> {
    const files = unzipSync(new Uint8Array(await (await download("bruno.zip")).arrayBuffer()));
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, text(bytes)]));
  }

  /** The lines of a block without their indentation; empty if the file lacks it. */
  function block(text: string, name: string): string {
    const found = new RegExp(`^${name} \\{\\n([\\s\\S]*?)^\\}`, "m").exec(text)?.[1] ?? "";
    return found.replaceAll(/^ {2}/gm, "").trimEnd();
  }

  function pairs(text: string, name: string): Variables {
    const lines = block(text, name).split("\n");
    return Object.fromEntries(lines.map((line) => [line.split(":")[0] ?? "", line.replace(/^[^:]*: ?/, "")]));
  }

  /** Runs the script with a `req` and a `bru` like Bruno's. */
  function signer(script: string): Runner {
    return ({ method, url, body }, variables) => {
      const sent = { url, body, headers: new Headers({ "content-type": "application/json" }) };
      const req = {
        getMethod: () => method,
        getUrl: () => url,
        // Bruno gives JSON as an object.
        getBody: () => (body === "" ? undefined : JSON.parse(body)),
        setUrl: (text: string) => Object.assign(sent, { url: text }),
        setBody: (text: string) => Object.assign(sent, { body: text }),
        getHeader: (name: string) => sent.headers.get(name),
        setHeader: (name: string, value: string) => sent.headers.set(name, value),
      };
      const bru = { getVar: () => undefined, getEnvVar: (name: string) => variables[name] };
      new Function("require", "req", "bru", script)(required, req, bru);
      return new Request(sent.url, {
        method,
        headers: sent.headers,
        ...(body === "" ? {} : { body: sent.body }),
      });
    };
  }

  test("every request is signed as it is sent", async () => {
    const files = await archive();
    const script = block(files["salute/collection.bru"] ?? "", "script:pre-request");
    const environment = pairs(files["salute/environments/salute.bru"] ?? "", "vars");
    const drafts = Object.entries(files).flatMap(([name, text]): Draft[] => {
      const [, folder = "", method = ""] = /^salute\/([^/]+)\/([A-Z]+) /.exec(name) ?? [];
      if (method === "") return [];
      const url = pairs(text, method.toLowerCase()).url ?? "";
      return [{ folder, method, url, body: block(text, "body:json") }];
    });
    expectSigned(await sendAll(drafts, environment, signer(script)));
  });

  test.skipIf(missingPrograms(["bru"], "Bruno's command").length > 0)(
    "its command sends the sandbox's requests",
    () =>
      inScratch(async (folder) => {
        for (const [name, text] of Object.entries(await archive())) {
          mkdirSync(dirname(join(folder, name)), { recursive: true });
          await Bun.write(join(folder, name), text);
        }
        const { key_id, secret } = keys.sandbox;
        const set = [`base_url=${server.baseUrl}`, `key_id=${key_id}`, `secret=${secret}`];
        const variables = set.flatMap((each) => ["--env-var", each]);
        const command = ["bru", "run", "sandbox", "--env", "salute", ...variables];
        const ran = await run(command, { cwd: join(folder, "salute") });
        expect(ran.stdout).toMatch(/credit \(200 OK\)/);
        expect(ran.stdout).not.toMatch(/\((401|403) /);
      }),
    RUN_MS,
  );
});

test.skipIf(missingPrograms(["newman"], "newman").length > 0)(
  "newman sends the sandbox's requests",
  () =>
    inScratch(async (folder) => {
      for (const file of ["postman.json", "postman-environment.json"])
        await Bun.write(join(folder, file), await download(file));
      const { key_id, secret } = keys.sandbox;
      const set = [`base_url=${server.baseUrl}`, `key_id=${key_id}`, `secret=${secret}`];
      const variables = set.flatMap((each) => ["--env-var", each]);
      const files = ["postman.json", "-e", "postman-environment.json"];
      const command = ["newman", "run", ...files, ...variables, "--folder", "sandbox", "--color", "off"];
      const ran = await run(command, { cwd: folder });
      expect(ran.stdout).toMatch(/salutes\/credit \[200 /);
      expect(ran.stdout).not.toMatch(/\[(401|403) /);
    }),
  RUN_MS,
);

test("other names are 404", async () => {
  const { status, json } = await world.call("GET", "/developers/collections/insomnia.json");
  expect([status, json.message]).toEqual([404, expect.stringContaining("bruno.zip, postman.json")]);
});
