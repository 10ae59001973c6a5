import { type Static, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import type { DayWindow } from "../../../http/input/window.ts";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { findGroup, RULE } from "../audiences/index.ts";
import { findGridSetup, isOpen, listCatalogCampaigns, listOpenWheels, SEGMENTS } from "../campaigns/index.ts";
import type { GameKey } from "../games/index.ts";
import { listActiveMissions } from "../missions/index.ts";
import { type GameReturn, gridReturn, wheelReturn } from "../returns/index.ts";
import { findFirstCommitment } from "../seeds/index.ts";
import { setupPayouts } from "./payouts.ts";
import { lastFairDay } from "./store.ts";

export const ChecklistItem = Type.Object(
  {
    id: OneOf(["campaign", "odds", "audience", "secret", "fairness", "budget"], {
      description: "Name of the step, the same in every answer.",
    }),
    done: Type.Boolean({ description: "Whether the step is done." }),
    message: Type.String({ description: "Explanation in a sentence." }),
    fix: Nullable(Type.String({ description: "The next step; null if the item is done." })),
  },
  { title: "ChecklistItem" },
);
type Item = Static<typeof ChecklistItem>;

export interface RolloutState {
  sql: Sql;
  now: number;
  window: DayWindow;
  games: readonly GameKey[];
  hasWebhookSecret: boolean;
}

/** The open and completed steps before a launch. */
export function rolloutChecklist(state: RolloutState): Item[] {
  return [
    { id: "campaign", ...campaignItem(state) },
    { id: "odds", ...oddsItem(state) },
    { id: "audience", ...audienceItem(state) },
    { id: "secret", ...secretItem(state) },
    { id: "fairness", ...fairnessItem(state) },
    { id: "budget", ...budgetItem(state) },
  ];
}

type CheckResult = Omit<Item, "id">;

function done(message: string): CheckResult {
  return { done: true, message, fix: null };
}

function open(message: string, fix: string): CheckResult {
  return { done: false, message, fix };
}

const NAMES: Record<GameKey, string> = { "spin-wheel": "the wheel", "recon-grid": "the grid" };

interface LiveCampaign {
  game: GameKey;
  key: string;
  audience: string | null;
  expected: GameReturn;
}

function openCampaigns({ games, now, sql }: RolloutState): LiveCampaign[] {
  const wheels = listOpenWheels(sql, now).map((row) => {
    const segments = SEGMENTS.read(row.segments);
    return { ...row, game: "spin-wheel" as const, expected: wheelReturn(sql, { ...row, segments }) };
  });
  const grids = listCatalogCampaigns(sql).flatMap((row) => {
    if (row.game_key !== "recon-grid" || row.setup_id === null || !isOpen(row, now)) return [];
    const expected = gridReturn(findGridSetup(sql, row.setup_id).config);
    return [{ ...row, game: "recon-grid" as const, expected }];
  });
  return [...wheels, ...grids].filter(({ game }) => games.includes(game));
}

function campaignItem(state: RolloutState): CheckResult {
  const campaigns = openCampaigns(state);
  const missing = state.games.filter((game) => !campaigns.some((each) => each.game === game));
  if (missing.length === 0) return done("Every game has an open campaign.");
  return open(
    `No campaign is open for ${missing.map((game) => NAMES[game]).join(" and ")}.`,
    "Save a wheel campaign and a catalog campaign with the grid's rules, both within their period.",
  );
}

/** Outcomes with a lower p-value contradict their weights. */
const MIN_P = 0.0001;

/** Done if the return of every open campaign is computed and at most 100 %, and no outcome contradicts its weights. */
function oddsItem(state: RolloutState): CheckResult {
  const { games, sql, window } = state;
  const campaigns = openCampaigns(state);
  const minting = campaigns.find(({ expected }) => expected.minting !== null);
  if (minting !== undefined)
    return open(
      `${describe(minting)} ${minting.expected.minting}: ${describeReturn(minting.expected)}.`,
      "Lower its rewards or raise its price.",
    );
  const deviating = setupPayouts(sql, window.fromDay).filter(
    ({ fit, game }) => games.includes(game) && fit !== null && fit.p < MIN_P,
  );
  const [first] = deviating;
  if (first !== undefined)
    return open(
      `Outcomes of ${first.key}, revision ${first.revision}, do not fit their weights (p ${first.fit?.p.toExponential(1)}).`,
      "Pause the game and recompute its rounds: salute fair-play verify.",
    );
  if (campaigns.length === 0)
    return open("No return can be computed: no campaign is open.", "Save a campaign within its period.");
  const returns = campaigns.map((each) => `${each.key} ${describeReturn(each.expected)}`).join(", ");
  return done(`Expected returns: ${returns}. No outcome contradicts its weights.`);
}

function describe({ game, key }: LiveCampaign): string {
  return `${game === "spin-wheel" ? "The wheel" : "The grid"} ${key}`;
}

function describeReturn({ minting, pct }: GameReturn): string {
  if (pct !== null) return `${pct.toFixed(2)} %`;
  return minting === null ? "free" : "unbounded";
}

function audienceItem(state: RolloutState): CheckResult {
  const audiences = openCampaigns(state).flatMap(({ audience }) => (audience === null ? [] : [audience]));
  const empty = audiences.filter((key) => {
    const group = findGroup(state.sql, key);
    if (group === null || group.enabled === 0) return true;
    const rule = RULE.read(group.rule);
    return "telegram_ids" in rule && rule.telegram_ids.length === 0;
  });
  if (empty.length > 0)
    return open(`These audiences are empty: ${empty.join(", ")}.`, "Enable the groups or widen their rules.");
  return done(
    audiences.length === 0
      ? "Open campaigns are for everybody."
      : "No audience of an open campaign is empty.",
  );
}

function secretItem({ hasWebhookSecret }: RolloutState): CheckResult {
  return hasWebhookSecret
    ? done("The bot's webhook has a secret.")
    : open("The bot's webhook has no secret.", "Set TELEGRAM_WEBHOOK_SECRET and pass it to setWebhook.");
}

function fairnessItem({ now, sql }: RolloutState): CheckResult {
  const first = findFirstCommitment(sql);
  const today = Math.floor(now / DAY_MS);
  if (first === null || first >= today * DAY_MS) return done("No day with commitments has ended yet.");
  const last = lastFairDay(sql);
  if (last !== null && last >= today - 1) return done("Every day's commitments are in the signed log.");
  return open("Commitments of a day are not in the signed log.", "Run the job fair_play.");
}

const MAX_MISSIONS = 200;

function budgetItem({ sql }: RolloutState): CheckResult {
  const unlimited = listActiveMissions(sql, MAX_MISSIONS).filter(
    ({ budget, reward_kind }) => budget === null && reward_kind !== "nothing",
  );
  if (unlimited.length === 0) return done("Every active mission that pays has a budget.");
  const keys = unlimited
    .slice(0, 5)
    .map(({ mission_key }) => mission_key)
    .join(", ");
  const subject =
    unlimited.length === 1 ? "1 active mission has" : `${unlimited.length} active missions have`;
  return open(`${subject} no budget: ${keys}.`, "Set a budget for each of them.");
}
