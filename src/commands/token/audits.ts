import type { Services } from "../../compose/services.ts";
import { triageView } from "../../modules/transparency/audits/operators/index.ts";
import {
  listRuns,
  NothingToAudit,
  requestedWindow,
  runAudit,
  runView,
  SupplyUnknown,
} from "../../modules/transparency/audits/runs/index.ts";
import {
  listTriage,
  recordTriage,
  TRIAGE_STATUSES,
  type TriageStatus,
} from "../../modules/transparency/audits/triage/index.ts";
import {
  type Command,
  CommandFailed,
  type Flags,
  printData,
  requiredFlag,
  textFlag,
  textTable,
  UsageError,
} from "../command.ts";
import { stopSignal } from "../server/stop-signal.ts";
import { timeFlag } from "../terminal/time-flag.ts";
import { toActor, withServices } from "../workspace.ts";
import { pin, thresholds } from "./audit-policy.ts";
import { findTrackedTokenId, requireToken } from "./tracked-token.ts";

const MOST_LISTED = 200;

const run: Command = {
  name: "audits run",
  usage: "audits run [--from TIME --to TIME] [--json]",
  summary: "Audit the token's movements in a time window; by default the previous UTC day",
  details:
    "Times are ISO 8601 with an offset; the window ends before --to. The run is published at once, and added to the signed log if it is complete.",
  options: {
    from: { type: "string", value: "TIME", meaning: "Beginning of the window" },
    to: { type: "string", value: "TIME", meaning: "End of the window, exclusive" },
  },
  run: (invocation) => {
    const { flags } = invocation;
    const [from, to] = [timeFlag(flags, "from"), timeFlag(flags, "to")];
    if ((from === null) !== (to === null)) throw new UsageError("give both --from and --to, or none");
    return withServices(invocation, async (services) => {
      const window = requestedWindow({ from, to }, services.clock.now());
      const stop = new AbortController();
      void stopSignal().then(() => stop.abort(new CommandFailed("the run was stopped")));
      const made = runView(await audited(services, window, stop.signal));
      printData(flags, made, () => {
        const { warn, bad } = made.severity_counts;
        const whole = made.is_complete ? "complete" : "incomplete";
        return `${made.run}: ${made.label}, ${made.rows_total} anomalies (${bad} bad, ${warn} warn), ${whole}`;
      });
      return 0;
    });
  },
};

async function audited(
  services: Services,
  window: ReturnType<typeof requestedWindow>,
  signal: AbortSignal,
): ReturnType<typeof runAudit> {
  try {
    return await runAudit(services, { token: requireToken(services), window, signal, actor: toActor(run) });
  } catch (error) {
    if (error instanceof NothingToAudit || error instanceof SupplyUnknown)
      throw new CommandFailed(`${error.message}; run: salute jobs run holder_cache`);
    throw error;
  }
}

const list: Command = {
  name: "audits list",
  usage: "audits list [--json]",
  summary: "List audit runs, newest first",
  options: {},
  run: (invocation) =>
    withServices(invocation, (services) => {
      const id = findTrackedTokenId(services);
      const runs = id === null ? [] : listRuns(services.live.read, id, { limit: MOST_LISTED }).map(runView);
      printData(invocation.flags, runs, () =>
        textTable(
          ["RUN", "WINDOW", "OVERALL", "ROWS", "BAD", "WARN", "INFO", "COMPLETE"],
          runs.map(({ run: name, label, overall, rows_total, severity_counts, is_complete }) => [
            name,
            label,
            overall,
            String(rows_total),
            String(severity_counts.bad),
            String(severity_counts.warn),
            String(severity_counts.info),
            is_complete ? "yes" : "no",
          ]),
          "No runs yet. Start one: salute audits run",
        ),
      );
      return 0;
    }),
};

const triage: Command = {
  name: "audits triage",
  usage:
    "audits triage [--signature S|--row ID --status STATUS [--owner NAME] [--eta TIME] [--note TEXT]] [--json]",
  summary: "Set an anomaly's status, owner and date; without flags list them",
  options: {
    signature: { type: "string", value: "S", meaning: "The transaction" },
    row: { type: "string", value: "ID", meaning: "A row's id, instead of a transaction" },
    status: { type: "string", value: "STATUS", meaning: TRIAGE_STATUSES.join(", ") },
    owner: { type: "string", value: "NAME", meaning: "Who is responsible" },
    eta: { type: "string", value: "TIME", meaning: "Expected time of an explanation" },
    note: { type: "string", value: "TEXT", meaning: "For operators; never public" },
  },
  run: (invocation) => {
    const { flags } = invocation;
    const [signature, row_id] = [textFlag(flags, "signature") ?? null, textFlag(flags, "row") ?? null];
    const isListed = signature === null && row_id === null;
    if (isListed && ["status", "owner", "eta", "note"].some((each) => flags[each] !== undefined))
      throw new UsageError("name the anomaly: --signature S, or --row ID");
    const wanted = isListed ? null : statementOf(flags);
    return withServices(invocation, async (services) => {
      const { live } = services;
      const id = findTrackedTokenId(services);
      if (wanted !== null) {
        const subject = { tokenId: id, signature, row_id, ...wanted };
        const made = await live.writer.run((tx) => recordTriage(tx, toActor(triage), subject));
        printData(flags, triageView(made), () => `${signature ?? row_id} is ${made.status}`);
        return 0;
      }
      const limit = { status: null, limit: MOST_LISTED };
      const rows = id === null ? [] : listTriage(live.read, id, limit).map(triageView);
      printData(flags, rows, () =>
        textTable(
          ["ANOMALY", "STATUS", "OWNER", "ETA", "UPDATED"],
          rows.map((each) => [
            each.signature ?? each.row_id ?? "",
            each.status,
            each.owner ?? "-",
            each.eta_utc ?? "-",
            each.updated_at,
          ]),
          "No anomaly has a statement yet.",
        ),
      );
      return 0;
    });
  },
};

function statementOf(flags: Flags) {
  const status = requiredFlag(flags, "status");
  if (!isStatus(status)) throw new UsageError(`--status is one of ${TRIAGE_STATUSES.join(", ")}`);
  return {
    status,
    owner: textFlag(flags, "owner") ?? null,
    eta_utc: timeFlag(flags, "eta"),
    note: textFlag(flags, "note") ?? null,
  };
}

function isStatus(text: string): text is TriageStatus {
  return (TRIAGE_STATUSES as readonly string[]).includes(text);
}

export const auditsCommands: Command[] = [run, list, triage, thresholds, pin];
