import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "../../src/app.ts";
import { type Environment, parseConfig } from "../../src/compose/config.ts";
import { openServices } from "../../src/compose/open/services.ts";
import { allOperations } from "../../src/compose/operations.ts";
import type { Services } from "../../src/compose/services.ts";
import { createLogger } from "../../src/kit/process/log.ts";
import { createKey, type IssuedKey, type KeySettings, SCOPES } from "../../src/modules/access/keys/index.ts";
import { publishLog } from "../../src/modules/transparency/signed-log/index.ts";
import { type Answered, type Call, type CallOptions, createCaller } from "./caller.ts";
import { TestTiming } from "./chain/timing.ts";
import { ManualClock } from "./clock.ts";
import { CLIENT_CONFIG } from "./scratch.ts";
import { Secrets } from "./secrets.ts";
import type { Credentials } from "./signing.ts";

export type { Answered, CallOptions };

/** A fresh data directory, the app in process, and a clock that the test owns. */
export interface World {
  clock: ManualClock;
  services: Services;
  dataDir: string;
  /** What the server logged, a line each. */
  logged: string[];
  /** A signed request where a key is given; every answer is held against what the operation documents. */
  call: Call;
  createKey(partner: string, mode?: "live" | "sandbox", settings?: Partial<KeySettings>): Promise<IssuedKey>;
  /** Makes a user by the API and returns its id. */
  createUser(key: Credentials, externalId: string): Promise<number>;
  /** Opens the same directory again, as a restart would. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** @param parent where its data directory is made. */
export async function createWorld(environment: Environment = {}, parent = tmpdir()): Promise<World> {
  const dataDir = mkdtempSync(join(parent, "salute-test-"));
  const clock = new ManualClock();
  const timing = new TestTiming(clock);
  const logged: string[] = [];
  const secrets = new Secrets();
  const log = createLogger("info", false, (text) => logged.push(...text.trimEnd().split("\n")));
  const config = parseConfig({ XDG_CONFIG_HOME: CLIENT_CONFIG, ...environment, DATA_DIR: dataDir });
  let services = await open();
  let app = buildApp(services);
  let operations = allOperations(services);

  /** In a world no job runs by itself; /readyz is told that all is well with them, and the log is signed as at a start. */
  async function open(): Promise<Services> {
    const opened = await openServices(config, clock, log, timing);
    // Nothing runs by itself in a world: whoever asks for a job is told that it is under way.
    const begin = async () => ({ status: "locked", detail: "jobs do not run in tests" }) as const;
    opened.jobs.attach({ fault: () => null, list: () => [], begin });
    await publishLog(opened.signedLog);
    return opened;
  }

  const call = createCaller({
    baseUrl: "http://localhost",
    send: async (request) => app.handle(request),
    operations: () => operations,
    nowMs: () => clock.now(),
    onSigned: (...used) => secrets.note(...used),
  });

  return {
    clock,
    get services() {
      return services;
    },
    dataDir,
    logged,
    call,
    createKey(partner, mode = "live", settings = {}) {
      const file = mode === "live" ? services.live : services.sandbox;
      const all = { scopes: SCOPES, allowedIps: [], domains: [], ...settings };
      return file.writer.run((tx) =>
        createKey(tx, { kind: "command", name: "test" }, services.keyring, partner, mode, all),
      );
    },
    async createUser(key, externalId) {
      const made = await call("POST", "/api/partner/users", { key, body: { external_id: externalId } });
      if (made.status !== 201) throw new Error(`the user was not made: ${made.text}`);
      return made.json.user.id;
    },
    async restart() {
      await services.close();
      services = await open();
      app = buildApp(services);
      operations = allOperations(services);
    },
    async close() {
      await services.close();
      log.flush();
      secrets.requireAbsent(logged);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
