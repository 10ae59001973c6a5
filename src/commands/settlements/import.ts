import { importSettlements, MAX_ROWS } from "../../modules/desk/settlement-import/index.ts";
import { type Command, oneWord, printData, textTable } from "../command.ts";
import { readNamedFile } from "../terminal/named-file.ts";
import { toActor, withServices } from "../workspace.ts";

export const settlementsImport: Command = {
  name: "settlements import",
  needs: ["SOLANA_RPC_URLS"],
  usage: "settlements import FILE [--dry-run] [--json]",
  summary: "Settle conversions and claims with the transactions of a CSV: kind,id,signature",
  details: `At most ${MAX_ROWS.toLocaleString("en")} rows below the header, each verified on the chain. Exit 1 if a row is refused; the others are settled. The same file can be imported again.`,
  words: ["FILE"],
  options: { "dry-run": { type: "boolean", meaning: "Verify every payment and settle none" } },
  run: (invocation) => {
    const csv = readNamedFile("FILE", oneWord(invocation, "file")).toString("utf8");
    const isDryRun = invocation.flags["dry-run"] === true;
    return withServices(invocation, async ({ live, treasury, clock }) => {
      const given = { csv, isDryRun, now: clock.now() };
      const report = await importSettlements({ live, treasury }, toActor(settlementsImport), given);
      printData(invocation.flags, report, () =>
        textTable(
          ["ROW", "KIND", "ID", "OUTCOME", "ADVICE"],
          report.results.map(({ index, kind, id, status, message }) => [
            String(index + 1),
            kind ?? "-",
            id === null ? "-" : String(id),
            status,
            message ?? "",
          ]),
          "No rows.",
        ),
      );
      return report.refused === 0 ? 0 : 1;
    });
  },
};
