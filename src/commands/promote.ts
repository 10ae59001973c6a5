import type { Static } from "@sinclair/typebox";
import type { Database } from "../db/database.ts";
import { findKeyRow, type KeyRow, keyView } from "../modules/access/keys/index.ts";
import {
  type PromotionPlan,
  type PromotionReport,
  planPromotion,
  promoteKey,
  readPromotionReport,
} from "../modules/sandbox/promotion/index.ts";
import { alignedColumns, type Command, CommandFailed, oneWord, print, printAside } from "./command.ts";
import { printIssued } from "./keys/issued-key.ts";
import { requireConfirmation, YES_FLAG } from "./terminal/confirm.ts";
import { toActor, withServices } from "./workspace.ts";

export const promote: Command = {
  name: "keys promote",
  usage: "keys promote KEY_ID [--yes] [--require-ready] [--json]",
  summary: "Promote a sandbox key: print its promotion report and create its live key",
  details:
    "The live key has the sandbox key's scopes, addresses and domains; the sandbox key stays. Asks to confirm if the report is not ready or the partner has live keys. With --json everything but the key goes to stderr.",
  words: ["KEY_ID"],
  options: {
    ...YES_FLAG,
    "require-ready": { type: "boolean", meaning: "Refuse unless every check of the report passes" },
  },
  run: (invocation) =>
    withServices(invocation, async ({ clock, keyring, live, sandbox }) => {
      const { flags } = invocation;
      const keyId = oneWord(invocation, "key id");
      const row = requireSandboxKey(sandbox, keyId);
      const report = readPromotionReport(
        sandbox.read,
        { keyId, partner: row.partner, scopes: keyView(row).scopes },
        clock.now(),
      );
      const plan = planPromotion(live.read, { sandboxKey: row, report });
      const tell = flags.json === true ? printAside : print;
      tell(`${describeReport(report)}\n`);
      if (flags["require-ready"] === true && !report.ready)
        throw new CommandFailed(`${keyId} is not ready: no live key was created.`);
      tell(`${describePlan(plan)}\n`);
      if (plan.concerns.length > 0)
        await requireConfirmation(flags, "Create this live key?", "no live key was created");
      const issued = await live.writer.run((tx) =>
        promoteKey(tx, toActor(promote), { keyring, sandboxKey: row, report, isConfirmed: true }),
      );
      printIssued(flags, issued);
      return 0;
    }),
};

/** @throws CommandFailed if there is no key to promote */
function requireSandboxKey(sandbox: Database, keyId: string): KeyRow {
  const row = findKeyRow(sandbox.read, keyId);
  if (row === null) throw new CommandFailed(`no sandbox key ${keyId}; see: salute keys list`);
  if (row.status === "disabled")
    throw new CommandFailed(`${keyId} is disabled; first: salute keys enable ${keyId}`);
  return row;
}

function describeReport({
  ready,
  passed_count,
  checks_count,
  checks,
}: Static<typeof PromotionReport>): string {
  const rows = checks.map(({ passed, name, evidence, how_to_pass }) => [
    passed ? "passed" : "OPEN",
    name,
    passed ? (evidence?.summary ?? "") : how_to_pass,
  ]);
  return `${alignedColumns(rows)}\n\n${ready ? "Ready" : "Not ready"}: ${passed_count} of ${checks_count} checks are passed.`;
}

function describePlan({ allowedIps, concerns, domains, partner, scopes }: PromotionPlan): string {
  const rows = [
    ["partner", partner],
    ["mode", "live"],
    ["scopes", scopes.join(", ")],
    ["from", allowedIps.length === 0 ? "any address" : allowedIps.join(", ")],
    ["domains", domains.length === 0 ? "this server's own" : domains.join(", ")],
  ];
  return ["To be created:", alignedColumns(rows), ...concerns].join("\n");
}
