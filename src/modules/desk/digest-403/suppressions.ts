import type { Static } from "@sinclair/typebox";
import { type SuppressionState, suppressionView } from "../../access/refusals/index.ts";
import type { ExportedSuppressions, Suppressions } from "./model.ts";

/** All rules, newest first. */
export function suppressionsView(state: SuppressionState): Static<typeof Suppressions> {
  const suppressions = newestFirst(state).map(suppressionView);
  return { revision: state.revision, count: suppressions.length, suppressions, warnings: warningsOf(state) };
}

/** Rules in force and expired rules, newest first. */
export function exportedSuppressions(
  state: SuppressionState,
  now: number,
): Static<typeof ExportedSuppressions> {
  const { active = [], expired = [] } = Object.groupBy(newestFirst(state), ({ expires_at }) =>
    expires_at > now ? "active" : "expired",
  );
  return {
    revision: state.revision,
    suppressions: active.map(suppressionView),
    expired: expired.map(suppressionView),
    warnings: warningsOf(state),
  };
}

function newestFirst({ rules }: SuppressionState) {
  return rules.all.toSorted((a, b) => (b.created_at ?? 0) - (a.created_at ?? 0));
}

function warningsOf({ fault }: SuppressionState): string[] {
  return fault === null ? [] : [fault];
}
