import type { Database } from "../../db/database.ts";
import { type RefusalRecorder, suppressionView } from "../access/refusals/index.ts";
import { catalogView, listWheels, wheelView } from "../messenger/campaign-desk/index.ts";
import { listCatalogCampaigns } from "../messenger/campaigns/index.ts";
import { listMissions, missionView } from "../messenger/missions/index.ts";
import type { Rule } from "../operations/monitor/index.ts";
import type { DeskSection } from "../platform/desk-file/index.ts";
import { readThresholds } from "../transparency/audits/policy/index.ts";

interface SectionParts {
  live: Database;
  refusals: RefusalRecorder;
  alertRules: readonly Rule[];
  status: { policy: { checks: Readonly<Record<string, Readonly<Record<string, number>>>> } };
}

const MAX_ROWS = 1_000;
const CAMPAIGN_PATHS = "POST /api/messenger/admin/games/wheel-campaigns and …/catalog-campaigns";

/** The desk's sections of the settings overview, without values that change by themselves. */
export const DESK_FILE_SECTIONS: readonly DeskSection<SectionParts>[] = [
  {
    section: "suppressions",
    changedBy: "SUPPRESSIONS_FILE or /admin/ops/403-digest",
    read: ({ refusals }, now) =>
      refusals.suppressions
        .read(now)
        .rules.all.map((rule) => ({ key: rule.id, value: suppressionView(rule) })),
  },
  {
    section: "rules",
    changedBy: "ALERT_RULES_FILE",
    read: ({ alertRules }) => alertRules.map((rule) => ({ key: rule.rule, value: { ...rule } })),
  },
  {
    section: "campaigns",
    changedBy: CAMPAIGN_PATHS,
    read: ({ live: { read: sql } }) => [
      ...listCatalogCampaigns(sql).map((row) => ({ key: `catalog.${row.key}`, value: catalogView(row) })),
      ...listWheels(sql, MAX_ROWS).map((row) => ({ key: `wheel.${row.key}`, value: wheelView(sql, row) })),
    ],
  },
  {
    section: "missions",
    changedBy: "POST and PATCH /api/messenger/admin/missions",
    read: ({ live }) =>
      listMissions(live.read, MAX_ROWS).map((row) => {
        const { budget_left: _, created_at: __, updated_at: ___, ...value } = missionView(row);
        return { key: row.mission_key, value };
      }),
  },
  {
    section: "thresholds",
    changedBy: "STATUS_POLICY_FILE",
    read: ({ status }) =>
      Object.entries(status.policy.checks).map(([check, limits]) => ({
        key: `status.${check}`,
        value: { ...limits },
      })),
  },
  {
    section: "thresholds",
    changedBy: "/admin/transparency or salute audits thresholds",
    read: ({ live }) => [...readThresholds(live.read)].map(([key, value]) => ({ key, value: { value } })),
  },
];
