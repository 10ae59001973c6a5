import { createValidator } from "../../http/schema/validate.ts";
import {
  chooseEntries,
  continueReversals,
  foresee,
  type OnShortfall,
  requestReversal,
  requireReversal,
  viewPreview,
  viewReversal,
} from "../../modules/ledger/corrections/index.ts";
import { EntryFilter, readEntries, recordedFilter } from "../../modules/ledger/desk-entries/index.ts";
import {
  type Command,
  type Flags,
  type Option,
  parseListFlag,
  printData,
  requiredFlag,
  textFlag,
  textTable,
  UsageError,
} from "../command.ts";
import { toActor, withServices } from "../workspace.ts";

/** Flags of the filter, by its fields. */
const FILTER_FLAGS = {
  partner: ["partner", "NAME", "Entries of this partner's users"],
  user: ["user", "ID", "Entries of this user; with --partner also ext: and an external id"],
  source: ["source", "TEXT", "Entries with exactly this source"],
  reason: ["entry-reason", "TEXT", "Entries with exactly this reason"],
  key_id: ["key-id", "ID", "Entries made by this key"],
  idempotency_key: ["idempotency-key", "KEY", "Entries with this Idempotency-Key"],
  min_amount: ["min-amount", "N", "Smallest amount in salutes, of credits and debits alike"],
  max_amount: ["max-amount", "N", "Largest amount in salutes, of credits and debits alike"],
  from: ["from", "TIME", "Start of the period in UTC, inclusive: 2026-11-22 or 2026-11-22 10:30"],
  to: ["to", "TIME", "End of the period in UTC, exclusive"],
  origin: ["origin", "partner|batch|system", "Author of the entries"],
} as const satisfies Record<keyof EntryFilter, readonly [flag: string, value: string, meaning: string]>;

const FILTER_OPTIONS: Record<string, Option> = Object.fromEntries(
  Object.values(FILTER_FLAGS).map(([flag, value, meaning]) => [flag, { type: "string", value, meaning }]),
);
const FILTER_USAGE = Object.values(FILTER_FLAGS)
  .map(([flag, value]) => `[--${flag} ${value}]`)
  .join(" ");

const FILTER = createValidator(EntryFilter);
const MOST_ROWS = 200;

const list: Command = {
  name: "ledger list",
  usage: `ledger list ${FILTER_USAGE} [--limit N] [--json]`,
  summary: "List ledger entries of all partners, newest first, with the sums of the filter",
  options: {
    ...FILTER_OPTIONS,
    limit: { type: "string", value: "N", meaning: `Entries to show, ${MOST_ROWS} at most (50)` },
  },
  run: (invocation) => {
    const filter = filterFlags(invocation.flags);
    const limit = limitFlag(invocation.flags);
    return withServices(invocation, async ({ live }) => {
      const found = await readEntries(live.read, { ...filter, limit });
      const { sums } = found;
      const rows = found.entries.map((each) => [
        String(each.id),
        each.created_at,
        each.partner,
        each.user_id,
        String(each.delta),
        String(each.balance_after),
        each.reason,
        each.idempotency_key,
        String(each.reversed_by ?? "-"),
        String(each.reverses ?? "-"),
      ]);
      const head = ["ID", "CREATED", "PARTNER", "USER", "SALUTES", "BALANCE", "REASON", "REFERENCE"];
      printData(
        invocation.flags,
        found,
        () =>
          `${textTable([...head, "REVERSED BY", "REVERSES"], rows, "No entries match.")}\n${sums.count} entries match: ${sums.credited} credited, ${sums.debited} debited, ${sums.net} net.`,
      );
      return 0;
    });
  },
};

const reverse: Command = {
  name: "ledger reverse",
  usage: `ledger reverse --entry ID[,ID] | ${FILTER_USAGE} --reason TEXT [--on-shortfall refuse|partial|skip] [--yes] [--json]`,
  summary: "Show the effects of reversing ledger entries; with --yes, reverse them",
  details:
    "Each entry is reversed once at most, newest first. A filter takes the newest 10,000 reversible entries. Above REVERSAL_APPROVAL_SALUTES the reversal waits until an operator approves it on /admin/ledger/reversals.",
  options: {
    entry: { type: "string", multiple: true, value: "ID", meaning: "Entry to reverse; may be repeated" },
    ...FILTER_OPTIONS,
    reason: { type: "string", value: "TEXT", meaning: "Kept with the reversal and in the audit trail" },
    "on-shortfall": {
      type: "string",
      value: "refuse|partial|skip",
      meaning: "If balances are too small: refuse (default), take what is there, or skip the entry",
    },
    yes: { type: "boolean", meaning: "Reverse; without it nothing is changed" },
  },
  run: (invocation) => {
    const { flags } = invocation;
    const onShortfall = shortfallFlag(flags);
    const chosen = chosenFlags(flags);
    const reason = flags.yes === true ? requiredFlag(flags, "reason") : null;
    return withServices(invocation, async ({ live, config }) => {
      const approvalLimit = config.reversalApprovalSalutes;
      const selection = await chooseEntries(live.read, chosen);
      if (reason === null) {
        const preview = viewPreview(selection, foresee(selection.candidates, onShortfall), approvalLimit);
        printData(flags, preview, () => previewWords(preview));
        return 0;
      }
      const { id } = await live.writer.run((tx) =>
        requestReversal(tx, toActor(reverse), {
          entryIds: selection.candidates.map((each) => each.id),
          filter: chosen.filter === undefined ? null : recordedFilter(tx, chosen.filter),
          reason,
          onShortfall,
          approvalLimit,
        }),
      );
      await continueReversals({ live });
      const done = viewReversal(live.read, requireReversal(live.read, id));
      printData(
        flags,
        done,
        () =>
          `reversal ${id} is ${done.state.replaceAll("_", " ")}: ${done.reversed} of ${done.count} entries reversed, ${done.partial} in part, ${done.left} left${done.moved === null ? "" : `; ${done.moved} of ${done.total} salutes moved`}`,
      );
      return 0;
    });
  },
};

function previewWords(preview: ReturnType<typeof viewPreview>): string {
  const shortfalls = preview.shortfalls.map((each) => [
    String(each.entry_id),
    each.user_id,
    String(each.balance),
    String(each.missing),
  ]);
  const head = ["NOT COVERED", "USER", "BALANCE", "MISSING"];
  return [
    `${preview.count} entries of ${preview.total} salutes, of ${preview.users} users, would be reversed.`,
    ...(preview.has_more ? ["More entries match than one reversal takes."] : []),
    textTable(head, shortfalls, "Balances cover every entry."),
    ...preview.left_out.map(({ entry_id, why }) => `Left out: entry ${entry_id}, because ${why}.`),
    ...(preview.needs_approval ? ["It would wait for an operator's approval."] : []),
    "Nothing was changed: add --reason and --yes to reverse.",
  ].join("\n");
}

/** @throws UsageError naming the flag at fault */
function filterFlags(flags: Flags): EntryFilter {
  const sent: Record<string, string | number> = {};
  for (const [field, [flag]] of Object.entries(FILTER_FLAGS)) {
    const given = textFlag(flags, flag);
    if (given !== undefined) sent[field] = field.endsWith("_amount") ? Number(given) : given;
  }
  const [fault] = FILTER.faults(sent) ?? [];
  if (fault === undefined) return FILTER.decode(sent) as EntryFilter;
  const flag = Object.entries(FILTER_FLAGS).find(([field]) => field === fault.field)?.[1][0];
  throw new UsageError(`--${flag ?? fault.field} ${fault.message}`);
}

function chosenFlags(flags: Flags): { entry_ids?: number[]; filter?: EntryFilter } {
  const words = parseListFlag(flags, "entry");
  const filter = filterFlags(flags);
  const isFiltered = Object.keys(filter).length > 0;
  if ((words !== undefined) === isFiltered)
    throw new UsageError("give either --entry or flags that select entries");
  if (words === undefined) return { filter };
  if (words.some((word) => !/^[1-9]\d{0,14}$/.test(word)))
    throw new UsageError("an entry's id is a whole number");
  return { entry_ids: [...new Set(words.map(Number))] };
}

const CHOICES: readonly OnShortfall[] = ["refuse", "partial", "skip"];

function shortfallFlag(flags: Flags): OnShortfall {
  const given = textFlag(flags, "on-shortfall") ?? "refuse";
  const choice = CHOICES.find((each) => each === given);
  if (choice === undefined) throw new UsageError(`--on-shortfall is one of ${CHOICES.join(", ")}`);
  return choice;
}

function limitFlag(flags: Flags): number {
  const given = textFlag(flags, "limit") ?? "50";
  const limit = Number(given);
  if (!/^\d{1,3}$/.test(given) || limit < 1 || limit > MOST_ROWS)
    throw new UsageError(`--limit is a whole number from 1 to ${MOST_ROWS}`);
  return limit;
}

export const ledgerCommands: Command[] = [list, reverse];
