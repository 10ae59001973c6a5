import type { Services } from "../../compose/services.ts";
import type { Tx } from "../../db/sql.ts";
import type { Actor } from "../../http/operation.ts";
import { createKey, ensurePartner, type IssuedKey, SCOPES } from "../../modules/access/keys/index.ts";
import {
  createOperator,
  type InvitedOperator,
  type IssuedOperator,
  inviteOperator,
  listOperators,
} from "../../modules/access/operators/index.ts";
import { createUser } from "../../modules/ledger/users/index.ts";
import { seedDemoGames } from "../../modules/messenger/demo-games/index.ts";
import { createStarterMissions } from "../../modules/messenger/starter-missions/index.ts";
import { FIRST_START_SETTING, readSetting, writeSetting } from "../../modules/platform/state/index.ts";
import { type Profile, profilesPath, writeProfiles } from "../call/profiles.ts";
import { print } from "../command.ts";
import { signedCreditSnippet } from "../snippet.ts";

const ACTOR: Actor = { kind: "command", name: "first start" };
const DEMO_PARTNER = "demo";

/**
 * Once per data directory (contract section 1): creates one owner, the first missions of the mini-app and, unless in
 * production, a partner `demo` with a sandbox key, a live key and a live user, and prints all of them this one time. After
 * a crash the next start repeats it: everything in live.db is one commit, including the record of completion.
 */
export async function firstStart(services: Services, baseUrl: string): Promise<void> {
  if (readSetting(services.live.read, FIRST_START_SETTING) !== null) return;
  if (services.config.isProduction) {
    const owner = await services.live.writer.run((tx) => {
      createStarterMissions(tx, ACTOR);
      return createOwner(tx, baseUrl, inviteOperator);
    });
    return printOwner(baseUrl, owner);
  }
  const { keyring } = services;
  const settings = { scopes: SCOPES, allowedIps: [], domains: [] };
  const sandboxKey = await services.sandbox.writer.run((tx) =>
    createKey(tx, ACTOR, { keyring, partner: DEMO_PARTNER, mode: "sandbox", settings }),
  );
  const { owner, liveKey } = await services.live.writer.run((tx) => {
    const liveKey = createKey(tx, ACTOR, { keyring, partner: DEMO_PARTNER, mode: "live", settings });
    createUser(tx, ensurePartner(tx, DEMO_PARTNER), { external_id: "demo-user", display_name: "Demo User" });
    if (services.bot?.mode === "demo") seedDemoGames(tx);
    createStarterMissions(tx, ACTOR);
    return { owner: createOwner(tx, baseUrl, createOperator), liveKey };
  });
  const profiles = { live: profileOf(liveKey, baseUrl), sandbox: profileOf(sandboxKey, baseUrl) };
  const written = writeProfiles(profilesPath(services.config), profiles);
  printDemo({ baseUrl, owner, live: liveKey, sandbox: sandboxKey, profiles: written });
}

function profileOf({ key_id, secret }: IssuedKey, baseUrl: string): Profile {
  return { key: key_id, secret, base_url: baseUrl };
}

/** Null if a command created an owner before the first start. */
function createOwner<Made>(
  tx: Tx,
  baseUrl: string,
  create: (tx: Tx, actor: Actor, owner: { baseUrl: string; name: string; role: "owner" }) => Made,
): Made | null {
  writeSetting(tx, FIRST_START_SETTING, "done");
  if (listOperators(tx).some((operator) => operator.role === "owner")) return null;
  return create(tx, ACTOR, { baseUrl, name: "owner", role: "owner" });
}

function printOwner(baseUrl: string, owner: InvitedOperator | null): void {
  print(`
salute is ready at ${baseUrl}

  Owner   ${owner === null ? MADE_BEFORE : `create a passkey or set a password within 24 h at\n          ${owner.password_link}`}

Make a partner key:  salute keys create --partner acme --mode live
See what is missing: salute doctor
`);
}

const MADE_BEFORE = "made before; salute operators list";

interface Demo {
  baseUrl: string;
  owner: IssuedOperator | null;
  live: IssuedKey;
  sandbox: IssuedKey;
  /** Names of the profiles that were written. */
  profiles: readonly string[];
}

/** The sandbox key's twin of the snippet. */
function sandboxCall({ baseUrl, sandbox, profiles }: Demo): string {
  const who = profiles.includes("sandbox")
    ? "--profile sandbox"
    : `--key ${sandbox.key_id} --secret ${sandbox.secret} --base-url ${baseUrl}`;
  return `salute call POST /api/partner/sandbox/salutes/credit ${who} \\
  --body '{"user_id":1,"amount":25,"reason":"quest"}'`;
}

function printDemo(demo: Demo): void {
  const { baseUrl, owner, live, sandbox } = demo;
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

Try the sandbox key, which cannot touch live state:

${sandboxCall(demo)}

Secrets are shown this once. Credit the demo user, signed, by pasting this:

${signedCreditSnippet(baseUrl, live)}
`);
}
