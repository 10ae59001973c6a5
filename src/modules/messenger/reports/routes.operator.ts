import { Type } from "@sinclair/typebox";
import { invalidQuery } from "../../../http/answers/problem.ts";
import { dayWindow, dayWindowView, WindowQuery, WindowShape } from "../../../http/input/window.ts";
import { type Operation, operator, readOperation } from "../../../http/operation.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import { csvRow } from "../../../kit/formats/csv.ts";
import { CatalogCampaign, catalogView, Wheel, wheelView } from "../campaign-desk/index.ts";
import { isOpen, listCatalogCampaigns, listOpenWheels } from "../campaigns/index.ts";
import { GAME_KEYS, type GameKey } from "../games/index.ts";
import { MESSENGER_ADMIN_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { Bot } from "../telegram/index.ts";
import { ChecklistItem, rolloutChecklist } from "./checklist.ts";
import { GameReport, readOutcomes } from "./outcomes.ts";
import { type GameDay, Overview, readOverview } from "./overview.ts";

const PATH = `${MESSENGER_PREFIX}admin/games`;
const group = MESSENGER_ADMIN_GROUP;

const Games = Type.Optional(
  Type.String({
    maxLength: 200,
    description: `Comma-separated list of ${GAME_KEYS.join(", ")}. Default: all.`,
  }),
);
const GamesWindow = Type.Object({ ...WindowQuery, games: Games });

/** Reports about the games (contract section 16). */
export function reportRoutes(bot: Bot | null): Operation[] {
  return [
    readOperation({
      id: "readMessengerOverview",
      method: "GET",
      path: `${PATH}/overview`,
      group,
      summary: "Players, rounds, spending and payouts by day and game",
      access: operator("viewer"),
      query: GamesWindow,
      response: Overview,
      read: ({ db, now, query }) => readOverview(db.read, dayWindow(query, now), parseGames(query.games)),
    }),
    exportOperation(),
    ...outcomeOperations(),
    readOperation({
      id: "readMessengerRolloutChecklist",
      method: "GET",
      path: `${PATH}/rollout-checklist`,
      group,
      summary: "Rollout checklist: open and completed steps before a launch",
      access: operator("viewer"),
      query: GamesWindow,
      response: Type.Object({
        window: WindowShape,
        items: Type.Array(ChecklistItem, { description: "The steps before a launch." }),
      }),
      read: ({ db, now, query }) => {
        const window = dayWindow(query, now);
        const games = parseGames(query.games);
        const hasWebhookSecret = bot?.webhookSecret != null;
        return {
          window: dayWindowView(window),
          items: rolloutChecklist({ sql: db.read, now, window, games, hasWebhookSecret }),
        };
      },
    }),
  ];
}

/** @throws Problem invalid_query for an unknown game */
export function parseGames(list: string | undefined): GameKey[] {
  if (list === undefined) return [...GAME_KEYS];
  const requested = new Set(list.split(",").map((name) => name.trim()));
  const known = GAME_KEYS.filter((game) => requested.has(game));
  if (known.length === requested.size) return known;
  throw invalidQuery("games", `must be a comma-separated list of ${GAME_KEYS.join(", ")}`);
}

const COLUMNS = [
  "day",
  "game_key",
  "active_players",
  "rounds",
  "spent",
  "paid_out",
  "spent_missiles",
  "spent_free_spins",
  "paid_missiles",
  "paid_free_spins",
] as const satisfies readonly (keyof GameDay)[];

function exportOperation(): Operation {
  return readOperation({
    id: "exportMessengerOverview",
    method: "GET",
    path: `${PATH}/overview/export`,
    group,
    summary: "Export the overview as JSON or CSV, one row per UTC day and game",
    access: operator("viewer"),
    query: Type.Object({
      ...WindowQuery,
      games: Games,
      format: Type.Optional(OneOf(["json", "csv"], { description: "Form of the export; json by default." })),
    }),
    response: Type.Object({
      window: WindowShape,
      games: Overview.properties.games,
      count: Type.Integer({ description: "Number of rows in the answer." }),
      rows: Overview.properties.by_day,
    }),
    read: ({ db, now, query }) => {
      const {
        by_day: rows,
        games,
        window,
      } = readOverview(db.read, dayWindow(query, now), parseGames(query.games));
      return query.format === "csv" ? csvOf(rows) : { window, games, count: rows.length, rows };
    },
  });
}

function csvOf(rows: readonly GameDay[]): Response {
  const lines = rows.map((row) => csvRow(COLUMNS.map((name) => row[name])));
  return new Response(csvRow([...COLUMNS]) + lines.join(""), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="miniapp-overview.csv"',
    },
  });
}

function outcomeOperations(): Operation[] {
  return [
    readOperation({
      id: "readMessengerWheelReport",
      method: "GET",
      path: `${PATH}/spin-wheel`,
      group,
      summary: "The wheel's outcomes compared with their weights, its costs and its open campaigns",
      access: operator("viewer"),
      query: Type.Object(WindowQuery),
      response: Type.Object({
        ...GameReport,
        settings: Type.Array(Wheel, { description: "The wheels that are open now." }),
      }),
      read: ({ db, now, query }) => ({
        ...readOutcomes(db.read, dayWindow(query, now), "spin-wheel"),
        settings: listOpenWheels(db.read, now).map((row) => wheelView(db.read, row)),
      }),
    }),
    readOperation({
      id: "readMessengerGridReport",
      method: "GET",
      path: `${PATH}/recon-grid`,
      group,
      summary: "The grid's first reveals compared with its rules, its costs and its open campaigns",
      access: operator("viewer"),
      query: Type.Object(WindowQuery),
      response: Type.Object({
        ...GameReport,
        settings: Type.Array(CatalogCampaign, { description: "The open campaigns of the grid." }),
      }),
      read: ({ db, now, query }) => ({
        ...readOutcomes(db.read, dayWindow(query, now), "recon-grid"),
        settings: listCatalogCampaigns(db.read)
          .filter((row) => row.game_key === "recon-grid" && isOpen(row, now))
          .map(catalogView),
      }),
    }),
  ];
}
