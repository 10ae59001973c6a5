import { join } from "node:path";
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
import { createWorld } from "../harness/app/world.ts";
import { salute } from "../harness/processes/commands.ts";

/** What the contract's facts are asked of: the app in process, or a server that listens, from source or built. */
export interface Target {
  operations: Operation[];
  call: Call;
  /** Runs a command of salute on the server's own directory, and returns the JSON that it prints. */
  command: Command;
  /** The bot whose players and updates are admitted. */
  bot?: Bot | null;
  /** In process only: has every look-up of a key, an operator or a limit fail like this, or with null succeed again. */
  failWith?(error: Error | null): void;
  /** In process only: has every limit be passed, or counts none again. */
  exhaust?(isExhausted: boolean): void;
  close(): Promise<void>;
}

type Command = (...args: string[]) => Promise<unknown>;

/** Limits that a suite of some thousand requests would run into, as high as they go: at 0 nobody would be counted. */
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

/** The operations of this checkout, which a listening server is held against too. */
export async function listOperations(): Promise<Operation[]> {
  const world = await createWorld();
  const operations = allOperations(world.services);
  await world.close();
  return operations;
}

/** The app in process, at the real time, since commands go by that. */
export async function inProcess(): Promise<Target> {
  const world = await createWorld(NO_LIMITS);
  world.clock.advance(Date.now() - world.clock.now());
  await world.services.live.writer.run((tx) => seedDemoGames(tx));
  const { bot, http } = world.services;
  const { findKey, findOperator, limiter } = http;
  return {
    operations: allOperations(world.services),
    call: world.call,
    bot,
    async command(...args) {
      const ran = await salute([...args, "--data", world.dataDir, "--json"]);
      if (ran.code !== 0) throw new Error(`salute ${args.join(" ")}: ${ran.err}`);
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

/** The demo bot that a development server made for its directory. */
function demoBotOf(dataDir: string): Bot {
  const keyring = Keyring.fromFile(join(dataDir, "master.key"));
  const row = readDatabase(join(dataDir, "live.db"), findDemoBot);
  if (row === null) throw new Error(`${dataDir} has no demo bot`);
  const token = keyring.unseal(row.token_sealed, row.name);
  const webhookSecret = keyring.unseal(row.webhook_secret_sealed, row.name);
  return {
    mode: "demo",
    token,
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

/** The headers of a new operator, signed in by a bearer token. */
export async function createOperator({ command }: Target, role: Role): Promise<Record<string, string>> {
  const name = `${role}-${crypto.randomUUID().slice(0, 8)}`;
  const { token } = (await command("operators", "create", "--name", name, "--role", role)) as {
    token: string;
  };
  return { authorization: `Bearer ${token}` };
}
