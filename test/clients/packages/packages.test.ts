import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { IssuedKey } from "../../../src/modules/access/keys/index.ts";
import { type ListeningWorld, listen } from "../../harness/app/listen.ts";
import { createWorld, type World } from "../../harness/app/world.ts";
import { missingPrograms } from "../../harness/processes/programs.ts";
import { refusal } from "../languages.ts";
import { Gate } from "./gate.ts";
import { succeed, type UnpackedPackages, unpackPackages } from "./packages.ts";
import { PROGRAMS } from "./programs.ts";

/** The clients' packages of a release: what they hold, and one suite for both against a running server. */

setDefaultTimeout(120_000);

const isMissing =
  missingPrograms(["node", "python3", "tar"], "the suite of the clients' packages").length > 0;

/** A lead that changes hands is back after this time, as measured with the failover of two machines. */
const FAILOVER_MS = 38_000;

describe.skipIf(isMissing)("packages", () => {
  let packages: UnpackedPackages;
  let world: World;
  let server: ListeningWorld;
  let gate: Gate;
  let key: IssuedKey;

  beforeAll(async () => {
    packages = await unpackPackages();
  });
  afterAll(() => packages.remove());

  beforeEach(async () => {
    world = await createWorld();
    server = await listen(world);
    gate = new Gate(server.baseUrl);
    key = await world.createKey("acme");
    await world.createUser(key, "zoe");
  });
  afterEach(async () => {
    await gate.stop();
    await server.stop();
    await world.close();
  });

  const args = (count: number) => [gate.url, key.key_id, key.secret, String(count)];
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
  const entries = () =>
    world.services.live.read.all<{ delta: number; idempotency_key: string }>(
      "SELECT delta, idempotency_key FROM ledger_entries ORDER BY id",
    );

  describe.each(["TypeScript", "Python"] as const)("%s", (language) => {
    test("credits over a restart and lost answers are applied exactly once", async () => {
      gate.lost = new Set([2, 5, 6]);
      gate.onRequest = async (number) => {
        if (number !== 10) return;
        await server.stop();
        gate.isUp = false;
        void (async () => {
          await world.restart();
          server = await listen(world);
          gate.upstream = server.baseUrl;
          gate.isUp = true;
        })();
      };
      expect(await packages.run(language, PROGRAMS[language].credits, ...args(20))).toEqual(upTo(20));
      expect(gate.refused).toBeGreaterThan(3);
      expect(entries().map(({ idempotency_key }) => idempotency_key)).toEqual(
        upTo(20).map((each) => `quest-${each - 1}`),
      );
    });

    test("a failover of 38 s is outlived", async () => {
      gate.awayUntilMs = FAILOVER_MS;
      expect(await packages.run(language, PROGRAMS[language].onOwnClock, ...args(3))).toEqual([1, 2, 3]);
      expect(gate.refused).toBeGreaterThan(5);
      expect(entries().length).toBe(3);
    });

    test("every error code of the server's catalogue has its class", async () => {
      const codes = await codesForKeys();
      expect(codes.length).toBeGreaterThan(20);
      gate.prepared = codes.map((code) => refusal(400, code));
      const classes = await packages.run(language, PROGRAMS[language].classes, ...args(codes.length));
      const named = Object.entries(classes as Record<string, string>);
      expect(named.map(([code]) => code).sort()).toEqual(codes);
      expect(named.filter(([, name]) => name === "SaluteError")).toEqual([]);
      expect(new Set(named.map(([, name]) => name)).size).toBe(named.length);
    });
  });

  /** The codes of the running server's own catalogue, sorted. */
  async function codesForKeys(): Promise<string[]> {
    const { json } = await world.call("GET", "/api/partner/errors.json", { key });
    return json.entries.map(({ error_code }: { error_code: string }) => error_code).sort();
  }

  test("their version is the API's, and each holds the licence", async () => {
    const { json } = await world.call("GET", "/api/openapi.json");
    const { version } = json.info;
    expect(packages.files).toEqual([
      `salute-client-${version}.tgz`,
      `salute_client-${version}-py3-none-any.whl`,
      `salute_client-${version}.tar.gz`,
    ]);
    const manifest = JSON.parse(
      readFileSync(join(packages.folder, "node_modules/salute-client/package.json"), "utf8"),
    );
    expect([manifest.version, manifest.license]).toEqual([version, "Apache-2.0"]);
    const licence = readFileSync("LICENSE", "utf8");
    const root = `salute_client-${version}`;
    for (const path of ["node_modules/salute-client/LICENSE", `wheel/${root}.dist-info/LICENSE`])
      expect(readFileSync(join(packages.folder, path), "utf8")).toBe(licence);
    await succeed(["tar", "xzf", `${root}.tar.gz`], packages.folder);
    const read = (name: string) => readFileSync(join(packages.folder, root, name), "utf8");
    expect(read("LICENSE")).toBe(licence);
    expect(read("PKG-INFO")).toContain(`\nVersion: ${version}\n`);
    expect(read("PKG-INFO")).toBe(
      readFileSync(join(packages.folder, `wheel/${root}.dist-info/METADATA`), "utf8"),
    );
    for (const module of ["__init__.py", "_signing.py", "_version.py", "py.typed"])
      expect(read(`salute_client/${module}`)).toBe(
        readFileSync(join(packages.folder, "wheel/salute_client", module), "utf8"),
      );
  });

  test("the same source gives the same bytes", async () => {
    const hashOf = (folder: string, file: string) =>
      new Bun.CryptoHasher("sha256").update(readFileSync(join(folder, file))).digest("hex");
    const again = await unpackPackages();
    try {
      for (const file of packages.files)
        expect([file, hashOf(again.folder, file)]).toEqual([file, hashOf(packages.folder, file)]);
    } finally {
      again.remove();
    }
  });
});
