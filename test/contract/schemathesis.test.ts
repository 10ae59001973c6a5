import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { allOperations } from "../../src/compose/operations.ts";
import { type Operation, PAGES_GROUP } from "../../src/http/operation.ts";
import { createOperator } from "../../src/modules/access/operators/index.ts";
import { PROOF_JOBS, runJobs } from "../harness/app/jobs.ts";
import { type ListeningWorld, listen } from "../harness/app/listen.ts";
import { createWorld, type World } from "../harness/app/world.ts";

/** Schemathesis (https://schemathesis.io) generates requests from the OpenAPI document and checks the answers. */

const DIRECTORY = join(import.meta.dir, "schemathesis");
const REQUIREMENT = readFileSync(join(DIRECTORY, "requirements.txt"), "utf8").trim();
const executable = Bun.which("schemathesis");
if (executable === null) {
  console.warn(`SKIPPED: Schemathesis is not on this machine. To run its test: pip install ${REQUIREMENT}`);
}

const CHECKS = [
  "not_a_server_error",
  "status_code_conformance",
  "content_type_conformance",
  "response_schema_conformance",
];
const TIME_LIMIT_MS = 580_000;
/** Total generated requests: at most 20 per operation, fewer with many operations. */
const MAX_EXAMPLES = 800;
const MAX_EXAMPLES_EACH = 20;

const NO_LIMITS = {
  RATE_LIMIT_PUBLIC_API_PER_MIN: "0",
  RATE_LIMIT_PAGES_PER_MIN: "0",
  RATE_LIMIT_WEBHOOK_PER_MIN: "0",
  RATE_LIMIT_FAILED_AUTH_PER_MIN: "0",
  RATE_LIMIT_ADMIN_PER_MIN: "0",
  PARTNER_RATE_LIMIT_PER_MINUTE: "0",
  PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE: "0",
};

let world: World;
let server: ListeningWorld;

beforeAll(async () => {
  world = await createWorld(NO_LIMITS);
  // Figures answer 503 before the first reading.
  await runJobs(world, ...PROOF_JOBS);
  server = await listen(world);
});

afterAll(async () => {
  await server.stop();
  await world.close();
});

test.skipIf(executable === null)(
  "generated requests get no 5xx and no undocumented answer",
  async () => {
    const operations = allOperations(world.services).filter(({ group }) => group !== PAGES_GROUP);
    const [brief, covered] = [true, false].map((isWanted) =>
      operations.filter((each) => isBrief(each) === isWanted).map(({ id }) => id),
    );
    const maxExamples = Math.max(
      1,
      Math.min(MAX_EXAMPLES_EACH, Math.floor(MAX_EXAMPLES / operations.length)),
    );
    const environment = await credentials();
    const runs = await Promise.all([
      run(covered ?? [], { phases: "examples,coverage,fuzzing", maxExamples, environment }),
      run(brief ?? [], { phases: "examples,fuzzing", maxExamples, environment }),
    ]);
    const faults = world.logged.filter((line) => /"level":"(warn|error)"/.test(line));
    for (const { exitCode, output } of runs) {
      if (exitCode !== 0) console.error([output, ...faults].join("\n"));
      expect(exitCode).toBe(0);
      expect(output).toMatch(/([1-9]\d*) generated, \1 passed/);
    }
    expect(faults).toEqual([]);
  },
  TIME_LIMIT_MS + 5_000,
);

/**
 * The coverage phase takes more than half of the time: operations for operators go without it, and those of the sandbox, which
 * take the parameters and bodies of their live ones.
 */
function isBrief({ access, path }: Operation): boolean {
  return access.kind === "operator" || path.includes("/sandbox/");
}

interface Generation {
  phases: string;
  maxExamples: number;
  environment: Record<string, string>;
}

/** One single-threaded process for some operations; ast.parse of CPython is not thread-safe. */
async function run(
  ids: readonly string[],
  { phases, maxExamples, environment }: Generation,
): Promise<{ exitCode: number; output: string }> {
  const child = Bun.spawn(
    [
      executable ?? "",
      "run",
      `${server.baseUrl}/api/openapi.json`,
      ...ids.map((id) => `--include-operation-id=${id}`),
      `--checks=${CHECKS.join(",")}`,
      `--phases=${phases}`,
      `--max-examples=${maxExamples}`,
      "--generation-deterministic",
      "--generation-with-security-parameters=false",
      "--continue-on-failure",
      "--no-color",
    ],
    {
      cwd: world.dataDir,
      env: { ...process.env, ...environment, SCHEMATHESIS_HOOKS: join(DIRECTORY, "hooks.py") },
      stdout: "pipe",
      stderr: "pipe",
      timeout: TIME_LIMIT_MS,
    },
  );
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, output: `${stdout}${stderr}` };
}

async function credentials(): Promise<Record<string, string>> {
  const [live, sandbox] = [await world.createKey("acme", "live"), await world.createKey("acme", "sandbox")];
  // The user in the examples.
  await world.createUser(live, "demo-user");
  const { token } = await world.services.live.writer.run((tx) =>
    createOperator(
      tx,
      { kind: "command", name: "test" },
      { baseUrl: server.baseUrl, name: "tester", role: "owner" },
    ),
  );
  return {
    SALUTE_LIVE_KEY: live.key_id,
    SALUTE_LIVE_SECRET: live.secret,
    SALUTE_SANDBOX_KEY: sandbox.key_id,
    SALUTE_SANDBOX_SECRET: sandbox.secret,
    SALUTE_OPERATOR_TOKEN: token,
  };
}
