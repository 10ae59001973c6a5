import type { Services } from "../compose/services.ts";
import type { Tx } from "../db/sql.ts";
import type { Actor } from "../http/operation.ts";
import { createKey, ensurePartner, type IssuedKey, SCOPES } from "../modules/access/keys/index.ts";
import { createOperator, type IssuedOperator, listOperators } from "../modules/access/operators/index.ts";
import { createUser } from "../modules/ledger/users/index.ts";
import { seedDemoGames } from "../modules/messenger/demo-games/index.ts";
import { FIRST_START_SETTING, readSetting, writeSetting } from "../modules/platform/state/index.ts";
import { print } from "./command.ts";
import { signedCreditSnippet } from "./snippet.ts";

const ACTOR: Actor = { kind: "command", name: "first start" };
const DEMO_PARTNER = "demo";

/**
 * Once for a data directory (contract section 1): one owner, and unless in production a partner `demo` with a sandbox
 * key, a live key and a live user, all printed this one time. What a crash interrupts, the next start does anew: all
 * that live.db gets comes in one commit, with the note that it was done.
 */
export async function firstStart(services: Services, baseUrl: string): Promise<void> {
  if (readSetting(services.live.read, FIRST_START_SETTING) !== null) return;
  if (services.config.isProduction) {
    const owner = await services.live.writer.run((tx) => createOwner(tx, baseUrl));
    return printOwner(baseUrl, owner);
  }
  const settings = { scopes: SCOPES, allowedIps: [], domains: [] };
  const sandboxKey = await services.sandbox.writer.run((tx) =>
    createKey(tx, ACTOR, services.keyring, DEMO_PARTNER, "sandbox", settings),
  );
  const { owner, liveKey } = await services.live.writer.run((tx) => {
    const liveKey = createKey(tx, ACTOR, services.keyring, DEMO_PARTNER, "live", settings);
    createUser(tx, ensurePartner(tx, DEMO_PARTNER), { external_id: "demo-user", display_name: "Demo User" });
    if (services.bot?.mode === "demo") seedDemoGames(tx);
    return { owner: createOwner(tx, baseUrl), liveKey };
  });
  printDemo(baseUrl, owner, liveKey, sandboxKey);
}

/** Null where a command made an owner before the first start. */
function createOwner(tx: Tx, baseUrl: string): IssuedOperator | null {
  writeSetting(tx, FIRST_START_SETTING, "done");
  if (listOperators(tx).some((operator) => operator.role === "owner")) return null;
  return createOperator(tx, ACTOR, baseUrl, "owner", "owner");
}

function printOwner(baseUrl: string, owner: IssuedOperator | null): void {
  print(`
salute is ready at ${baseUrl}

  Owner   ${owner === null ? MADE_BEFORE : `set a password within 24 h at\n          ${owner.password_link}`}

Make a partner key:  salute keys create --partner acme --mode live
See what is missing: salute doctor
`);
}

const MADE_BEFORE = "made before; salute operators list";

function printDemo(baseUrl: string, owner: IssuedOperator | null, live: IssuedKey, sandbox: IssuedKey): void {
  print(`
salute is ready at ${baseUrl}

  ${baseUrl}/            where to go
  ${baseUrl}/developers  quickstart, with signing in four languages
  ${baseUrl}/docs        the reference
  ${baseUrl}/status      how the service does; /proofs: what can be verified
  ${baseUrl}/share       builds share links
  ${baseUrl}/admin       for operators

  Live key     ${live.key_id}
               ${live.secret}
  Sandbox key  ${sandbox.key_id}
               ${sandbox.secret}
  Owner        ${owner === null ? MADE_BEFORE : `${owner.password_link}\n               token ${owner.token}`}

Secrets are shown this once. Credit the demo user, signed, by pasting this:

${signedCreditSnippet(baseUrl, live)}
`);
}
