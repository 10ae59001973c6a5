import type { Operation } from "../../src/http/operation.ts";
import type { Target } from "../contract/target.ts";
import { PLAYER_ID, recordMessenger } from "../drift/recording/messenger.ts";
import { recordPartner, recordSandbox } from "../drift/recording/partner.ts";
import { recordPublic } from "../drift/recording/public.ts";
import { answersJson, Recorder, type Subject } from "../drift/recording/recorder.ts";
import type { CallOptions } from "../harness/app/caller.ts";
import { signInitData } from "../harness/app/init-data.ts";
import type { Credentials } from "../harness/app/signing.ts";
import { recordDesk } from "./desk.ts";

export type Identities = {
  live: Credentials;
  sandbox: Credentials;
  /** Bearer token of an owner. */
  owner: string;
};

/** Jobs whose rows the calls do not make, in order of their dependencies. */
const JOBS = [
  ...["mint_authorities", "public_stats", "holder_cache", "token_distribution", "holder_growth"],
  ...["transaction_sync", "solvency", "ledger_proof", "audit_run", "status_snapshot", "proofs", "fair_play"],
  ...["month_figures", "rollup", "preflight", "retention"],
];
/** Fills a new server with rows of every module, as its callers make them. */
export async function fill(target: Target): Promise<Identities> {
  const { call, command } = target;
  const createKey = async (partner: string, mode: "live" | "sandbox" = "live") =>
    (await command("keys", "create", "--partner", partner, "--mode", mode)) as Credentials;
  const identities: Identities = {
    live: await createKey("acme"),
    sandbox: await createKey("acme", "sandbox"),
    owner: ((await command("operators", "create", "--name", "olga", "--role", "owner")) as { token: string })
      .token,
  };
  await command(
    "conversions",
    "policy",
    ...["--enabled", "on", "--salutes-per-token", "100", "--min-amount", "1"],
  );
  // The partner of the examples.
  await createKey("demo");
  const subject = { call, createKey } as unknown as Subject;
  const recorder = new Recorder(subject, target.operations, chooseCredentials(target, identities));
  await recordPartner(recorder);
  await recordSandbox(recorder);
  await recordMessenger(recorder);
  await recordPublic(recorder);
  await recordDesk(recorder, target);
  for (const job of JOBS) await command("jobs", "run", job).catch(noted);
  await rest(recorder);
  await commands(target);
  return identities;
}

/** A job that found a fault fails, and has stored what it found. */
function noted(error: Error): void {
  console.log(error.message.trim());
}

/** Credentials for an operation, by its kind of caller. */
export function chooseCredentials({ bot }: Target, { live, sandbox, owner }: Identities) {
  return ({ access, group }: Operation): CallOptions => {
    switch (access.kind) {
      case "partner":
        return { key: group === "sandbox" ? sandbox : live };
      case "operator":
        return { headers: { authorization: `Bearer ${owner}` } };
      case "player": {
        const user = { id: PLAYER_ID, first_name: "Ida", username: "ida", language_code: "en" };
        return {
          headers: { authorization: `tma ${signInitData(bot?.token ?? "", { user, at: Date.now() })}` },
        };
      }
      case "bot":
        return { headers: { "x-messenger-bot-api-secret-token": bot?.webhookSecret ?? "" } };
      default:
        return {};
    }
  };
}

/** Calls the remaining operations with their examples; one whose row is missing refuses, and has made none. */
async function rest(recorder: Recorder<Subject>): Promise<void> {
  for (const operation of recorder.operations.values())
    if (answersJson(operation) && !(operation.id in recorder.answers)) await recorder.ask(operation.id);
}

async function commands({ command }: Target): Promise<void> {
  await command("track-tokens", "create", "--name", "player");
  await command("maintenance", "add", "--title", "A larger disk", "--minutes", "10");
  await command("safe-mode", "on", "--reason", "A drill");
  await command("safe-mode", "off");
  await command("backup", "run");
}
