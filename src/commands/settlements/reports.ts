import { MONTH_PATTERN } from "../../kit/formats/month.ts";
import { findPartnerId } from "../../modules/access/keys/index.ts";
import {
  archivePath,
  continueArchives,
  listArchives,
  requestArchives,
  viewArchives,
} from "../../modules/desk/month-archives/index.ts";
import {
  type Command,
  CommandFailed,
  oneWord,
  printData,
  textFlag,
  textTable,
  UsageError,
} from "../command.ts";
import { toActor, withServices } from "../workspace.ts";

export const reportsMonth: Command = {
  name: "reports month",
  usage: "reports month MONTH [--partner NAME] [--json]",
  summary: "Make the ZIP archives of a month, one per partner",
  details:
    "MONTH as 2026-11, in UTC. The archives are kept in the directory reports of the data directory, and listed on /admin/ops/reports/monthly. Exit 1 if one failed.",
  words: ["MONTH"],
  options: { partner: { type: "string", value: "NAME", meaning: "Only this partner" } },
  run: (invocation) => {
    const month = oneWord(invocation, "month");
    if (!new RegExp(MONTH_PATTERN).test(month)) throw new UsageError("MONTH must be a month such as 2026-11");
    const name = textFlag(invocation.flags, "partner");
    return withServices(
      invocation,
      async (services) => {
        const { live, config } = services;
        const partnerId = name === undefined ? null : findPartnerId(live.read, name);
        if (name !== undefined && partnerId === null) throw new CommandFailed(`there is no partner ${name}`);
        await live.writer.run((tx) => requestArchives(tx, toActor(reportsMonth), { month, partnerId }));
        await continueArchives(services);
        const rows = listArchives(live.read, month, partnerId);
        const { archives } = viewArchives(rows);
        const shown = archives.map((each) => ({
          ...each,
          file: each.state === "done" ? archivePath(config, each) : null,
        }));
        printData(invocation.flags, { archives: shown, count: shown.length }, () =>
          textTable(
            ["PARTNER", "STATE", "ENTRIES", "BYTES", "PROVISIONAL", "FILE"],
            shown.map((each) => [
              each.partner,
              each.state,
              String(each.written),
              String(each.bytes ?? "-"),
              each.provisional === true ? "yes" : "no",
              each.file ?? each.error ?? "-",
            ]),
            `No partner existed in ${month}.`,
          ),
        );
        return archives.some(({ state }) => state === "failed") ? 1 : 0;
      },
      "directory",
    );
  },
};
