import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createWorld } from "../harness/app/world.ts";
import { missingPrograms, run } from "../harness/processes/programs.ts";

/**
 * What linters and generators of clients make of the OpenAPI documents. To install them:
 * npm install $(cat test/contract/openapi-tools/npm.txt), pip install -r test/contract/openapi-tools/requirements.txt,
 * and a command openapi-generator-cli that runs the artifact of test/contract/openapi-tools/maven.txt, as in .ci/run.
 */

const TIME_LIMIT_MS = 590_000;
const QUIET = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
/** For a program that runs once: to compile it better would take longer than it runs. */
const ONCE = { JAVA_TOOL_OPTIONS: "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" };

/** Paths that the interface fixes. A value decides between them: a log's number is no word, and no code is `stats`. */
const AMBIGUOUS: readonly [string, string][] = [
  ["/log/proof/{index}", "/log/{log}/checkpoint"],
  ["/log/proof/{index}", "/log/{log}/vkey"],
  ["/log/tile/{level}/{part}", "/log/{log}/proof/{index}"],
  ["/log/tile/{level}/{part}/{part2}", "/log/{log}/tile/{level}/{part}"],
  ["/log/tile/{level}/{part}/{part2}/{part3}", "/log/{log}/tile/{level}/{part}/{part2}"],
  ["/s/audio/{code}/qr.svg", "/s/audio/stats/{secret}"],
  ["/s/audio/stats/{secret}", "/s/audio/{code}/player"],
];

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "salute-openapi-tools-"));
  const world = await createWorld();
  for (const part of ["openapi", "openapi-partner"])
    await Bun.write(join(folder, `${part}.json`), (await world.call("GET", `/api/${part}.json`)).text);
  await world.close();
  await Bun.write(join(folder, "spectral.yaml"), "extends: spectral:oas\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(missingPrograms(["redocly"], "linting by Redocly").length > 0)(
  "Redocly's default rules",
  () => {
    test.each([
      ["openapi", AMBIGUOUS],
      ["openapi-partner", []],
    ] as const)(
      "%s.json: no error and no warning, but for paths that the interface fixes",
      async (part, ambiguous) => {
        const command = ["redocly", "lint", `${part}.json`, "--format=json", "--max-problems=1000"];
        const { stdout } = await run(command, { cwd: folder, environment: QUIET });
        const problems: { message: string }[] = JSON.parse(stdout).problems;
        expect(problems.map(({ message }) => message)).toEqual(
          ambiguous.map(
            ([a, b]) =>
              `Paths should resolve unambiguously. Found two ambiguous paths: \`${a}\` and \`${b}\`.`,
          ),
        );
      },
      TIME_LIMIT_MS,
    );
  },
);

test.skipIf(missingPrograms(["spectral"], "linting by Spectral").length > 0)(
  "Spectral's default rules: no error and no warning",
  async () => {
    const command = ["spectral", "lint", "openapi.json", "--ruleset=spectral.yaml", "--format=json"];
    const ran = await run([...command, "--output=problems.json", "--fail-severity=warn"], { cwd: folder });
    expect([JSON.parse(await Bun.file(join(folder, "problems.json")).text()), ran.exitCode]).toEqual([[], 0]);
  },
  TIME_LIMIT_MS,
);

test.skipIf(missingPrograms(["openapi-python-client", "mypy"], "openapi-python-client").length > 0)(
  "openapi-python-client makes a client of every operation for partners, which passes mypy in strict mode",
  async () => {
    // Otherwise it has Ruff mend what it wrote, by rules that break the types.
    await Bun.write(join(folder, "python.yaml"), "post_hooks: []\n");
    const options = [
      "--path=openapi-partner.json",
      "--output-path=python_client",
      "--meta=none",
      "--config=python.yaml",
    ];
    const made = await run(["openapi-python-client", "generate", ...options], { cwd: folder });
    expect([made.exitCode, `${made.stdout}${made.stderr}`]).toEqual([
      0,
      expect.not.stringContaining("WARNING"),
    ]);
    const checked = await run(["mypy", "--strict", "--cache-dir=/dev/null", "python_client"], {
      cwd: folder,
    });
    expect(checked).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("no issues found") });
  },
  TIME_LIMIT_MS,
);

test.skipIf(missingPrograms(["openapi-generator-cli"], "openapi-generator").length > 0)(
  "openapi-generator's typescript-fetch makes a client that compiles in strict mode",
  async () => {
    // Its version 7.25 writes broken imports for any webhook whose body has members; a client calls none.
    const { webhooks, ...document } = await Bun.file(join(folder, "openapi-partner.json")).json();
    await Bun.write(join(folder, "calls.json"), JSON.stringify(document));
    const made = await run(
      [
        "openapi-generator-cli",
        "generate",
        "-g",
        "typescript-fetch",
        "-i",
        "calls.json",
        "-o",
        "fetch-client",
      ],
      { cwd: folder, environment: ONCE },
    );
    expect(made.exitCode).toBe(0);
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
      lib: ["es2022", "dom"],
      types: [],
    };
    await Bun.write(
      join(folder, "fetch-client/tsconfig.json"),
      JSON.stringify({ compilerOptions, include: ["./**/*.ts"] }),
    );
    const compiler = resolve(import.meta.dir, "../../node_modules/.bin/tsc");
    expect(await run([compiler, "-p", "fetch-client"], { cwd: folder })).toMatchObject({
      exitCode: 0,
      stdout: "",
    });
  },
  TIME_LIMIT_MS,
);
