import { CHECKS } from "../compose/modules.ts";
import { DAY_MS, MINUTE_MS } from "../kit/clock.ts";
import {
  createMaintenance,
  endMaintenance,
  listMaintenance,
  maintenanceView,
} from "../modules/status/maintenance/index.ts";
import {
  type Command,
  type Flags,
  oneWord,
  parseListFlag,
  print,
  printData,
  requiredFlag,
  textFlag,
  textTable,
  UsageError,
} from "./command.ts";
import { timeFlag } from "./terminal/time-flag.ts";
import { toActor, withServices } from "./workspace.ts";

const add: Command = {
  name: "maintenance add",
  usage: "maintenance add --title TEXT [--from TIME] --to TIME|--minutes N [--checks a,b] [--json]",
  summary: "Announce maintenance: its time does not count in the uptime",
  details:
    "It shows on /status at once, in progress or scheduled. Times are ISO 8601 with an offset, such as 2026-11-21T22:00:00Z. Earlier measurements stay unchanged.",
  options: {
    title: { type: "string", value: "TEXT", meaning: "Description for readers of the status page" },
    from: { type: "string", value: "TIME", meaning: "Its start time; now by default" },
    to: { type: "string", value: "TIME", meaning: "Its end time" },
    minutes: { type: "string", value: "N", meaning: "Its duration, instead of --to" },
    checks: {
      type: "string",
      multiple: true,
      value: "a,b",
      meaning: `Only these checks: ${CHECKS.names.join(", ")}; the whole service by default`,
    },
  },
  run: (invocation) => {
    const { flags } = invocation;
    const title = requiredFlag(flags, "title");
    const startsAt = timeFlag(flags, "from");
    const to = timeFlag(flags, "to");
    const minutes = minutesFlag(flags);
    if ((to === null) === (minutes === null)) throw new UsageError("give --to or --minutes");
    const checks = checksFlag(flags);
    return withServices(invocation, async ({ live, clock }) => {
      const ends = to ?? { afterMs: (minutes ?? 0) * MINUTE_MS };
      const made = await live.writer.run((tx) =>
        createMaintenance(tx, toActor(add), { title, checks, startsAt, ends }),
      );
      const shown = maintenanceView(made, clock.now());
      printData(
        flags,
        shown,
        () => `maintenance ${shown.id} is announced: ${shown.starts_at} to ${shown.ends_at}`,
      );
      return 0;
    });
  },
};

const list: Command = {
  name: "maintenance list",
  usage: "maintenance list [--json]",
  summary: "List maintenance in progress, scheduled, and of the last 30 days",
  options: {},
  run: (invocation) =>
    withServices(invocation, ({ live, clock }) => {
      const now = clock.now();
      const windows = listMaintenance(live.read, now - 30 * DAY_MS).map((each) => maintenanceView(each, now));
      printData(invocation.flags, windows, () =>
        textTable(
          ["ID", "STATE", "FROM", "TO", "CHECKS", "TITLE"],
          windows.map((each) => [
            String(each.id),
            each.state,
            each.starts_at,
            each.ends_at,
            each.checks.join(",") || "all",
            each.title,
          ]),
          "No maintenance. Announce some: salute maintenance add --title TEXT --minutes 30",
        ),
      );
      return 0;
    }),
};

const end: Command = {
  name: "maintenance end",
  usage: "maintenance end ID",
  summary: "End maintenance now, or cancel it if it has not started",
  words: ["ID"],
  options: {},
  run: (invocation) => {
    const word = oneWord(invocation, "maintenance id");
    if (!/^[1-9]\d{0,14}$/.test(word)) throw new UsageError("a maintenance id is a whole number");
    return withServices(invocation, async ({ live }) => {
      const outcome = await live.writer.run((tx) => endMaintenance(tx, toActor(end), Number(word)));
      print(`maintenance ${word} is ${outcome === "ended" ? "ended" : "cancelled"}`);
      return 0;
    });
  },
};

function minutesFlag(flags: Flags): number | null {
  const given = textFlag(flags, "minutes");
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,4}$/.test(given)) throw new UsageError("--minutes is a whole number from 1 up");
  return Number(given);
}

function checksFlag(flags: Flags): string[] {
  const names = parseListFlag(flags, "checks") ?? [];
  const unknown = names.find((name) => !CHECKS.has(name));
  if (unknown !== undefined) throw new UsageError(`there is no check ${unknown}: ${CHECKS.names.join(", ")}`);
  return [...new Set(names)];
}

export const maintenanceCommands: Command[] = [add, list, end];
