import type { Database } from "../../../db/database.ts";
import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { csvRow } from "../../../kit/formats/csv.ts";
import { CHAIN_MODE_HEADERS, setChainMode } from "../../platform/chain-access/index.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import { ConcentrationDocument } from "./model.ts";
import { CONCENTRATION_COLUMNS, readConcentration, toCells } from "./read.ts";

const MAX_AGE_SECONDS = 60;

interface Parts {
  live: Database;
  /** Null if no chain is configured; then there are no points. */
  token: TrackedToken | null;
  startedAt: number;
}

/** Concentration by day as JSON and CSV, from the same points. */
export function concentrationRoutes({ live, token, startedAt }: Parts): Operation[] {
  const read = (format: "json" | "csv") => {
    const found = readConcentration(live.read, token);
    const rows = [CONCENTRATION_COLUMNS, ...found.trend_points.map(toCells)];
    const takenAt = found.latest === null ? startedAt : Date.parse(found.latest.taken_at);
    return new Cacheable(format === "json" ? found : rows.map(csvRow).join(""), takenAt, MAX_AGE_SECONDS);
  };
  const shared = { method: "GET", group: "transparency", access: anyone(), validators: true } as const;
  return [
    readOperation({
      ...shared,
      id: "getWalletConcentration",
      path: "/transparency/wallet-concentration.json",
      summary: "Read the concentration of holdings by day",
      description:
        "Based on the last complete holder scan of each day; days without one are absent. Shares are relative to the total of the counted owners.",
      response: ConcentrationDocument,
      read: () => read("json"),
    }),
    readOperation({
      ...shared,
      answerHeaders: CHAIN_MODE_HEADERS,
      id: "getWalletConcentrationCsv",
      path: "/transparency/wallet-concentration.csv",
      summary: "Read the concentration of holdings by day, as CSV",
      response: {
        mediaType: "text/csv",
        description: "RFC 4180: one row per day, oldest first.",
        example: csvRow(CONCENTRATION_COLUMNS),
      },
      read: ({ responseHeaders }) => {
        setChainMode(responseHeaders, token);
        return read("csv");
      },
    }),
  ];
}
