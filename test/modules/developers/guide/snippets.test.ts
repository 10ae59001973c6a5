import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join, resolve } from "node:path";
import { type ListeningWorld, listen } from "../../../harness/app/listen.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { inScratch, missingPrograms, type ProgramResult, run } from "../../../harness/processes/programs.ts";
import vectors from "../../../vectors/partner-signing.json";

/**
 * Runs every program of the quickstart as described in its first lines, and compares its signing function with the
 * vectors.
 */

const FOLDER = resolve(import.meta.dir, "../../../../src/modules/developers/guide/snippets");
const BUILD_MS = 180_000;
/** Prevents downloads: the standard library is enough. */
const GO = { GOPROXY: "off", GOTOOLCHAIN: "local" };

type Case = (typeof vectors.cases)[number];

interface Program {
  file: string;
  needs: string[];
  command: string[];
  environment?: Record<string, string>;
  /** Signature of a case by the program's own function. */
  sign(each: Case, scratch: string): Promise<ProgramResult>;
}

const parts = ({ method, target, timestamp, nonce, body }: Case) => [
  method,
  target,
  String(timestamp),
  nonce,
  body,
];

async function textBefore(file: string, mark: string): Promise<string> {
  const text = await Bun.file(join(FOLDER, file)).text();
  const end = text.indexOf(mark);
  expect(end).toBeGreaterThan(0);
  return text.slice(0, end);
}

const secret = { SECRET: vectors.secret };

const PROGRAMS: Program[] = [
  {
    file: "sign.sh",
    needs: ["bash", "openssl", "curl"],
    command: ["bash", "sign.sh"],
    async sign(each) {
      const functions = await textBefore("sign.sh", "\ncall POST");
      return run(["bash", "-c", `${functions}\nsign "$@"`, "sign", ...parts(each)], { environment: secret });
    },
  },
  {
    file: "sign.ts",
    needs: [process.execPath],
    command: [process.execPath, "sign.ts"],
    async sign(each, scratch) {
      const functions = await textBefore("sign.ts", "\nconst content =");
      const file = join(scratch, "sign.ts");
      await Bun.write(file, `${functions}\nconsole.log(sign(...process.argv.slice(2)));\n`);
      return run([process.execPath, file, ...parts(each)], { environment: secret });
    },
  },
  {
    file: "sign.py",
    needs: ["python3"],
    command: ["python3", "sign.py"],
    sign(each) {
      const program = `import os, sys
from sign import sign
print(sign(os.environ["SECRET"], *sys.argv[1:5], sys.argv[5].encode()))`;
      const environment = { ...secret, PYTHONPATH: FOLDER, PYTHONDONTWRITEBYTECODE: "1" };
      return run(["python3", "-c", program, ...parts(each)], { environment });
    },
  },
  {
    file: "sign.php",
    needs: ["php"],
    command: ["php", "sign.php"],
    async sign(each) {
      const functions = await textBefore("sign.php", "\necho call");
      const program = `${functions.replace("<?php", "")}\necho sign(getenv("SECRET"), ...array_slice($argv, 1));`;
      return run(["php", "-r", program, "--", ...parts(each)], { environment: secret });
    },
  },
  {
    file: "sign.go",
    needs: ["go"],
    command: ["go", "run", "sign.go"],
    environment: GO,
    async sign(each, scratch) {
      const [method = "", target = "", timestamp = "", nonce = "", body = ""] = parts(each).map((part) =>
        JSON.stringify(part),
      );
      const call = `sign(${JSON.stringify(vectors.secret)}, ${[method, target, timestamp, nonce, body].join(", ")})`;
      await Bun.write(join(scratch, "sign.go"), Bun.file(join(FOLDER, "sign.go")));
      await Bun.write(
        join(scratch, "sign_test.go"),
        `package main\n\nimport "fmt"\n\nfunc Example() {\n\tfmt.Println(${call})\n\t// Output: ${each.signature}\n}\n`,
      );
      const ran = await run(["go", "test", "sign.go", "sign_test.go"], { cwd: scratch, environment: GO });
      return { ...ran, stdout: ran.exitCode === 0 ? each.signature : ran.stdout };
    },
  },
];

describe("programs of the quickstart", () => {
  let world: World;
  let server: ListeningWorld;
  beforeAll(async () => {
    world = await createWorld();
    server = await listen(world);
  });
  afterAll(async () => {
    await server.stop();
    await world.close();
  });

  for (const { file, needs, command, environment, sign } of PROGRAMS) {
    const isMissing = missingPrograms(needs, file).length > 0;

    test.skipIf(isMissing)(
      `${file} credits ext:demo-user once, signed`,
      async () => {
        const key = await world.createKey(`runs-${file.replace(".", "-")}`);
        await world.createUser(key, "demo-user");
        const credit = (more: Record<string, string>) =>
          run(command, {
            cwd: FOLDER,
            environment: {
              ...environment,
              ...more,
              KEY_ID: key.key_id,
              SECRET: key.secret,
              BASE_URL: server.baseUrl,
            },
          });
        const ran = await credit({ IDEMPOTENCY_KEY: "quest-1" });
        expect(ran).toMatchObject({ exitCode: 0, stderr: "" });
        expect(ran.stdout).toContain('"success":true');
        expect((await credit({ IDEMPOTENCY_KEY: "quest-1" })).stdout).toContain("idempotency_replay");
        const read = await world.call("GET", "/api/salutes/ledger?user_id=ext:demo-user", { key });
        expect(read.json).toMatchObject({
          balance: 25,
          ledger: [{ delta: 25, reason: "quest", source: "campaign-7" }],
        });
      },
      BUILD_MS,
    );

    test.skipIf(isMissing)(
      `${file} signs the published vectors`,
      () =>
        inScratch(async (scratch) => {
          for (const each of vectors.cases) {
            const ran = await sign(each, scratch);
            expect({ name: each.name, stderr: ran.stderr, signature: ran.stdout.trim() }).toEqual({
              name: each.name,
              stderr: "",
              signature: each.signature,
            });
          }
        }),
      BUILD_MS,
    );
  }
});
