import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { allOperations, buildApp } from "../../src/app.ts";
import { parseConfig } from "../../src/config.ts";
import { createKey } from "../../src/features/keys/index.ts";
import { createOperator } from "../../src/features/operators/index.ts";
import { type Actor, type KeyMode, SCOPES } from "../../src/http/operation.ts";
import { systemClock } from "../../src/kit/clock.ts";
import { createLogger } from "../../src/kit/log.ts";
import { openServices, type Services } from "../../src/services.ts";

/** Schemathesis (https://schemathesis.io) makes up requests from the OpenAPI document and holds the answers against it. */

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
const TIME_LIMIT_MS = 115_000;
/** Made-up requests in all: 20 an operation while they are few, fewer as they become many. */
const MAX_EXAMPLES = 1_500;
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

let dataDir: string;
let services: Services;
let app: ReturnType<typeof buildApp>;
const logged: string[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "salute-schemathesis-"));
  const log = createLogger("warn", false, (text) => logged.push(text));
  services = await openServices(parseConfig({ ...NO_LIMITS, DATA_DIR: dataDir }), systemClock, log);
  app = buildApp(services).listen({ port: 0, hostname: "127.0.0.1" });
});

afterAll(async () => {
  await app.server?.stop(true);
  await services.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test.skipIf(executable === null)(
  "made-up requests meet no 5xx and no answer that the document does not name",
  async () => {
    const perOperation = Math.floor(MAX_EXAMPLES / allOperations(services).length);
    const run = Bun.spawn(
      [
        executable ?? "",
        "run",
        `http://127.0.0.1:${app.server?.port}/api/openapi.json`,
        `--checks=${CHECKS.join(",")}`,
        "--phases=examples,coverage,fuzzing",
        `--max-examples=${Math.min(MAX_EXAMPLES_EACH, Math.max(1, perOperation))}`,
        "--generation-deterministic",
        "--generation-with-security-parameters=false",
        "--continue-on-failure",
        "--no-color",
      ],
      {
        cwd: dataDir,
        env: { ...process.env, ...(await credentials()), SCHEMATHESIS_HOOKS: join(DIRECTORY, "hooks.py") },
        stdout: "pipe",
        stderr: "pipe",
        timeout: TIME_LIMIT_MS,
      },
    );
    const [stdout, stderr, exitCode] = await Promise.all([
      new Response(run.stdout).text(),
      new Response(run.stderr).text(),
      run.exited,
    ]);
    if (exitCode !== 0) console.error([stdout, stderr, ...logged].join("\n"));
    expect(stdout).toContain("No issues found");
    expect(exitCode).toBe(0);
    expect(logged).toEqual([]);
  },
  TIME_LIMIT_MS + 5_000,
);

const ACTOR: Actor = { kind: "command", name: "test" };

async function credentials(): Promise<Record<string, string>> {
  const [live, sandbox] = [await issueKey("live"), await issueKey("sandbox")];
  const { token } = await services.live.writer.run((tx) =>
    createOperator(tx, ACTOR, services.http.baseUrl(), "tester", "owner"),
  );
  return {
    SALUTE_LIVE_KEY: live.key_id,
    SALUTE_LIVE_SECRET: live.secret,
    SALUTE_SANDBOX_KEY: sandbox.key_id,
    SALUTE_SANDBOX_SECRET: sandbox.secret,
    SALUTE_OPERATOR_TOKEN: token,
  };
}

function issueKey(mode: KeyMode) {
  const settings = { scopes: SCOPES, allowedIps: [], domains: [] };
  const file = mode === "live" ? services.live : services.sandbox;
  return file.writer.run((tx) => createKey(tx, ACTOR, services.keyring, "acme", mode, settings));
}
