import { type Static, Type } from "@sinclair/typebox";
import { listRuns, RunShape, runView } from "../../audits/runs/index.ts";
import { findPlace } from "../../signed-log/index.ts";
import { RunSelector, resolveRun, selectRuns } from "../selectors.ts";
import type { AuditSource, Document } from "../source.ts";
import { lastEndedAt } from "../store.ts";
import { LogPlaceShape, Mode, SelectedRun } from "./shapes.ts";

export const RunsQuery = Type.Object({
  run: RunSelector("The run to mark as selected."),
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of runs." }),
});

const ListedRun = Type.Object(
  {
    ...RunShape.properties,
    is_selected: Type.Boolean({ description: "Whether it is the selected run." }),
    log: LogPlaceShape,
  },
  { title: "AuditRun" },
);

export const RunsDocument = Type.Object({
  selected_run: SelectedRun,
  count: Type.Integer({ description: "Number of runs in the answer." }),
  limit: Type.Integer({ description: "Largest number of runs in the answer, as requested." }),
  runs: Type.Array(ListedRun, { description: "Finished runs, newest first." }),
  chain_mode: Mode,
});

/** @throws Problem run_not_found */
export function readRuns(
  source: AuditSource,
  { run: selector, limit }: Static<typeof RunsQuery>,
): Document<Static<typeof RunsDocument>> {
  const runs = selectRuns(source.live.read, source.token);
  const selected = resolveRun(runs, selector)?.run ?? null;
  const listed = runs.tokenId === null ? [] : listRuns(runs.sql, runs.tokenId, { limit });
  return {
    body: {
      selected_run: selected,
      count: listed.length,
      limit,
      runs: listed.map((run) => ({
        ...runView(run),
        is_selected: run.run === selected,
        log: findPlace(source.log, run.log),
      })),
      chain_mode: source.token?.mode ?? null,
    },
    changedAt: runs.tokenId === null ? null : lastEndedAt(runs.sql, runs.tokenId),
  };
}
