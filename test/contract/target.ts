import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { allOperations } from "../../src/compose/operations.ts";
import { readDatabase } from "../../src/db/reader.ts";
import type { Operation, Role } from "../../src/http/operation.ts";
import type { Scope } from "../../src/modules/access/keys/index.ts";
import { seedDemoGames } from "../../src/modules/messenger/demo-games/index.ts";
import type { Bot } from "../../src/modules/messenger/telegram/index.ts";
import { findDemoBot } from "../../src/modules/messenger/telegram/store.ts";
import { Keyring } from "../../src/modules/platform/master-key/index.ts";
import { type Call, createCaller } from "../harness/app/caller.ts";
import type { Credentials } from "../harness/app/signing.ts";
import { makeOperator } from "../harness/app/visitor.ts";
import { createWorld } from "../harness/app/world.ts";
import { salute } from "../harness/processes/commands.ts";

/** A target of the contract's facts: the app in process, or a listening server, from source or built. */
export interface Target {
  operations: Operation[];
  call: Call;
  /** Runs a command of salute on the server's directory. @returns its JSON output */
  command: Command;
  /** The configured bot. */
  bot?: Bot | null;
  /** In process only: makes every look-up of a key, operator or limit fail with an error; null ends this. */
  failWith?(error: Error | null): void;
  /** In process only: makes every limit be exceeded, or disables all limits again. */
  exhaust?(isExhausted: boolean): void;
  close(): Promise<void>;
}

type Command = (...args: string[]) => Promise<unknown>;

/** Maximum limits, for suites of thousands of requests; 0 would disable counting. */
export const NO_LIMITS = Object.fromEntries(
  [
    "PARTNER_RATE_LIMIT_PER_MINUTE",
    "PARTNER_SANDBOX_RATE_LIMIT_PER_MINUTE",
    "RATE_LIMIT_WEBHOOK_PER_MIN",
    "RATE_LIMIT_FAILED_AUTH_PER_MIN",
    "RATE_LIMIT_PUBLIC_API_PER_MIN",
    "RATE_LIMIT_PAGES_PER_MIN",
    "RATE_LIMIT_SHORT_LINKS_PER_MIN",
    "RATE_LIMIT_ADMIN_PER_MIN",
    "RATE_LIMIT_CLAIM_MISSES_PER_MIN",
    "RATE_LIMIT_MESSENGER_PER_MIN",
  ].map((variable) => [variable, "1000000000"]),
);

/** The operations of this checkout, also expected of a listening server. */
export async function listOperations(): Promise<Operation[]> {
  const world = await createWorld();
  const operations = allOperations(world.services);
  await world.close();
  return operations;
}

/** The app in process, with the real time, as commands use it. */
export async function inProcess(): Promise<Target> {
  const world = await createWorld(NO_LIMITS);
  await world.services.live.writer.run((tx) => seedDemoGames(tx));
  // The first token is nobody's: samples of ids are 1, and a caller that revokes its own is refused from then on.
  await makeOperator(world, "first", "viewer");
  const { bot, http } = world.services;
  const { findKey, findOperator, limiter } = http;
  return {
    operations: allOperations(world.services),
    call(...request) {
      world.clock.advance(Date.now() - world.clock.now());
      return world.call(...request);
    },
    bot,
    async command(...args) {
      const ran = await salute([...args, "--data", world.dataDir, "--json"]);
      if (ran.code !== 0) throw new Error(`salute ${args.join(" ")}: ${ran.err}`);
      // The reads of a turn share a snapshot, and the command committed in this process and turn.
      await turn();
      return ran.out.startsWith("{") ? ran.json : ran.out;
    },
    failWith(error) {
      const fail = () => {
        throw error;
      };
      Object.assign(
        http,
        error === null
          ? { findKey, findOperator, limiter }
          : { findKey: fail, findOperator: fail, limiter: { count: fail, peek: fail } },
      );
    },
    exhaust(isExhausted) {
      const resetAt = Math.ceil(Date.now() / 60_000) * 60;
      const count = (name: string) => ({ name, limit: 1, remaining: 0, resetAt, exceeded: true });
      http.limiter = isExhausted ? { count, peek: count, forgive: () => undefined } : limiter;
    },
    close: world.close,
  };
}

/** The demo bot created by a development server for its directory. */
function demoBotOf(dataDir: string): Bot {
  const keyring = Keyring.fromFile(join(dataDir, "master.key"));
  const row = readDatabase(join(dataDir, "live.db"), findDemoBot);
  if (row === null) throw new Error(`${dataDir} has no demo bot`);
  const token = keyring.unseal(row.token_sealed, row.name);
  const webhookSecret = keyring.unseal(row.webhook_secret_sealed, row.name);
  return {
    mode: "demo",
    token,
    appUrl: null,
    id: token.split(":")[0] ?? "",
    webhookSecret,
    proof: { kind: "token", token },
  };
}

/** A server that listens at `url` on `dataDir`, with NO_LIMITS. */
export async function listening(
  url: string,
  dataDir: string,
  command: Command,
  stop: () => Promise<unknown>,
): Promise<Target> {
  const operations = await listOperations();
  const call = createCaller({
    baseUrl: url,
    send: (request) => fetch(request),
    operations: () => operations,
    nowMs: () => Date.now(),
  });
  return { operations, call, command, bot: demoBotOf(dataDir), close: async () => void (await stop()) };
}

export interface KeyWish {
  mode: "live" | "sandbox";
  scopes?: readonly Scope[];
  allowedIp?: string;
  rateLimit?: number;
  isDisabled?: boolean;
}

export async function createKey({ command }: Target, wish: KeyWish): Promise<Credentials> {
  const key = (await command(
    ...["keys", "create", "--partner", "contract", "--mode", wish.mode],
    ...(wish.scopes === undefined ? [] : ["--scopes", wish.scopes.join(",")]),
    ...(wish.allowedIp === undefined ? [] : ["--allow-ip", wish.allowedIp]),
  )) as Credentials;
  if (wish.rateLimit !== undefined)
    await command("keys", "set", key.key_id, "--rate-limit", String(wish.rateLimit));
  if (wish.isDisabled === true) await command("keys", "disable", key.key_id);
  return key;
}

/** Headers of a new operator with a bearer token. */
export async function createOperator({ command }: Target, role: Role): Promise<Record<string, string>> {
  const name = `${role}-${crypto.randomUUID().slice(0, 8)}`;
  const { token } = (await command("operators", "create", "--name", name, "--role", role)) as {
    token: string;
  };
  return { authorization: `Bearer ${token}` };
}
