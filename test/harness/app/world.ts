import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "../../../src/app.ts";
import { type Environment, parseConfig } from "../../../src/compose/config.ts";
import { openServices } from "../../../src/compose/open/services.ts";
import { mountOnce } from "../../../src/compose/operations.ts";
import type { Services } from "../../../src/compose/services.ts";
import { createLogger } from "../../../src/kit/process/log.ts";
import {
  createKey,
  type IssuedKey,
  type KeySettings,
  SCOPES,
} from "../../../src/modules/access/keys/index.ts";
import { publishLog } from "../../../src/modules/transparency/signed-log/index.ts";
import { TestTiming } from "../chain/timing.ts";
import { Secrets } from "../checks/secrets.ts";
import { CLIENT_CONFIG } from "../processes/scratch.ts";
import { type Call, type CallOptions, createCaller, type ReceivedAnswer } from "./caller.ts";
import { ManualClock } from "./clock.ts";
import type { Credentials } from "./signing.ts";

export type { CallOptions, ReceivedAnswer };

/** The app in process, with a new data directory and a test clock. */
export interface World {
  clock: ManualClock;
  services: Services;
  dataDir: string;
  /** Log lines. */
  logged: string[];
  /** Sends a request, signed if a key is given, and checks the answer against the operation's documentation. */
  call: Call;
  createKey(partner: string, mode?: "live" | "sandbox", settings?: Partial<KeySettings>): Promise<IssuedKey>;
  /** Creates a user with the API. @returns its id */
  createUser(key: Credentials, externalId: string): Promise<number>;
  /** Reopens the same directory, like a restart. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

interface WorldOptions {
  /** Parent of the data directory. */
  parent?: string;
  /** A closed world's directory to copy, and its time. */
  copyOf?: Pick<World, "dataDir"> & { at: number };
}

export async function createWorld(
  environment: Environment = {},
  { parent = tmpdir(), copyOf }: WorldOptions = {},
): Promise<World> {
  const dataDir = mkdtempSync(join(parent, "salute-test-"));
  if (copyOf !== undefined) cpSync(copyOf.dataDir, dataDir, { recursive: true });
  const clock = new ManualClock(copyOf?.at);
  const timing = new TestTiming(clock);
  const logged: string[] = [];
  const secrets = new Secrets();
  const log = createLogger("info", false, (text) => logged.push(...text.trimEnd().split("\n")));
  const config = parseConfig({ XDG_CONFIG_HOME: CLIENT_CONFIG, ...environment, DATA_DIR: dataDir });
  let services = await open();
  let app = buildApp(services);

  /** Jobs do not run by themselves; /readyz treats them as healthy. Signs the log like a start does. */
  async function open(): Promise<Services> {
    const opened = await openServices(config, { clock, log, timing });
    // Requests to run a job get the answer that it is running.
    const begin = async () => ({ status: "locked", detail: "jobs do not run in tests" }) as const;
    opened.jobs.attach({ fault: () => null, list: () => [], begin });
    await publishLog(opened.signedLog);
    return opened;
  }

  const call = createCaller({
    baseUrl: "http://localhost",
    send: async (request) => app.handle(request),
    operations: () => mountOnce(services).operations,
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
        createKey(
          tx,
          { kind: "command", name: "test" },
          { keyring: services.keyring, partner, mode, settings: all },
        ),
      );
    },
    async createUser(key, externalId) {
      const made = await call("POST", "/api/partner/users", { key, body: { external_id: externalId } });
      if (made.status !== 201) throw new Error(`the user was not created: ${made.text}`);
      return made.json.user.id;
    },
    async restart() {
      await services.close();
      services = await open();
      app = buildApp(services);
    },
    async close() {
      await services.close();
      log.flush();
      secrets.requireAbsent(logged);
      rmSync(dataDir, { recursive: true, force: true });
      // Test files keep their last world until the process ends, and some hundred applications would fill its memory.
      services = undefined as never;
      app = undefined as never;
    },
  };
}
