import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { Actor } from "../../../http/operation.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { toHundredths } from "../../../kit/money.ts";
import { oldValues, recordAudit } from "../../platform/audit/index.ts";
import { requireRevision } from "../revisions/index.ts";
import { type AudienceGroupView, type NewAudienceGroup, RULE } from "./model.ts";
import type { AudienceRule } from "./rules.ts";
import { countGroups, findGroup, type GroupRow, MAX_GROUPS, upsertGroup } from "./store.ts";

/** Creates or replaces a group. @throws Problem invalid_payload, revision_conflict, state_conflict */
export function setGroup(tx: Tx, actor: Actor, body: NewAudienceGroup): GroupRow {
  const { key, title, rule, enabled = true, expected_revision } = body;
  requireCents(rule);
  const before = findGroup(tx, key);
  if (expected_revision !== undefined) requireRevision(before?.revision ?? 0, expected_revision);
  if (before === null && countGroups(tx) >= MAX_GROUPS)
    throw new Problem(
      "state_conflict",
      `Replace an existing group: the maximum of ${MAX_GROUPS} groups exists.`,
    );
  upsertGroup(tx, { key, title, rule: RULE.write(rule), enabled: enabled ? 1 : 0 });
  const after = findGroup(tx, key);
  if (after === null) throw new Error(`group ${key} was not stored`);
  recordAudit(tx, actor, {
    action: "audience_group.save",
    subject: `audience_group:${key}`,
    details: {
      revision: after.revision,
      title,
      rule,
      enabled,
      ...oldValues(
        before && { title: before.title, rule: JSON.parse(before.rule), enabled: before.enabled === 1 },
        {
          title,
          rule,
          enabled,
        },
      ),
    },
  });
  return after;
}

/** @throws Problem invalid_payload for salutes with more than two decimals */
function requireCents(rule: AudienceRule): void {
  const lists = { any: "any" in rule ? rule.any : [], every: "every" in rule ? rule.every : [] };
  for (const [name, conditions] of Object.entries(lists))
    for (const [index, condition] of conditions.entries()) {
      if ("min_salutes" in condition && toHundredths(condition.min_salutes) === null)
        throw invalidPayload(`rule.${name}.${index}.min_salutes`, "must be salutes with at most 2 decimals");
    }
}

export function groupView(row: GroupRow, size: number): AudienceGroupView {
  return {
    key: row.key,
    revision: row.revision,
    title: row.title,
    rule: RULE.read(row.rule),
    enabled: row.enabled === 1,
    size: row.enabled === 1 ? size : 0,
    created_at: isoUtc(row.created_at),
    updated_at: isoUtc(row.updated_at),
  };
}
