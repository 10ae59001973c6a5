/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { ShownQuery } from "../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { Id, Text } from "../../../http/schema/shapes.ts";
import { randomHex } from "../../../kit/ids.ts";
import { systemRandom } from "../../../kit/random.ts";
import type { Reader } from "../../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../../platform/admin-page/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { findGrant, grantMissiles } from "../grants/index.ts";
import { findProfile, listProfiles, type ProfileRow, profileView, readActivity } from "../profiles/index.ts";
import { formParser } from "./form-parser.ts";
import { EMPTY_FORM, type EnteredForm, FormText, HOME, numberOrText, refusedForm } from "./parts.tsx";
import { PlayerContent, PlayersContent } from "./players-page.tsx";
import type { DeskParts } from "./routes.overview.tsx";

const PATH = `${HOME}/players`;
const PLAYER_PATH = `${PATH}/{telegram_user_id}`;
const SHOWN = 50;
const PlayerPath = Type.Object({ telegram_user_id: Id() });

const parseGrant = formParser(
  Type.Object({ missiles: Type.Integer({ minimum: 1, maximum: 1_000 }), reason: Text(200) }),
);

/** The list of players, a page per player, and the grant form. @param perDay maximum missiles granted per UTC day */
export function playerPages({ live, site }: DeskParts, perDay: number): Operation[] {
  return [
    adminPage(site, {
      id: "miniappPlayersPage",
      path: PATH,
      summary: "Players of the mini-app, most recently seen first",
      title: "Players",
      query: Type.Object({
        telegram_user_id: Type.Optional(Id({ description: "Only the player with this id at Telegram." })),
        before: Type.Optional(
          Type.String({
            pattern: "^\\d{1,15}-\\d{1,15}$",
            description: "Continues the list after a player: time of the last visit, and id.",
            "x-expectation": "that of a link to the next page",
          }),
        ),
        ...ShownQuery,
      }),
      content: ({ now, query, sql }) => {
        const rows = readRows(sql, query);
        const shown = rows.slice(0, SHOWN);
        const last = rows.length > SHOWN ? shown.at(-1) : undefined;
        const next =
          last === undefined ? null : (["before", `${last.last_seen_at}-${last.player_id}`] as const);
        return <PlayersContent profiles={shown.map(profileView)} {...{ query, next, now }} />;
      },
    }),
    adminPage(site, {
      id: "miniappPlayerPage",
      path: PLAYER_PATH,
      summary: "A player: balances, ledger entries, missions, and the grant form",
      title: ({ params }) => `Player ${params.telegram_user_id}`,
      params: PlayerPath,
      query: Type.Object({ granted: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })) }),
      errors: [MESSENGER_ERRORS.player_not_found],
      content: ({ now, params, query, reader, sql }) =>
        playerContent({ sql, reader, now }, Number(params.telegram_user_id), { granted: query.granted }),
    }),
    grantForm({ live, site }, perDay),
  ];
}

/** The players of a page and one more. */
function readRows(
  sql: Sql,
  { telegram_user_id: wanted, before }: { telegram_user_id?: number; before?: string },
): ProfileRow[] {
  if (wanted !== undefined) return [findProfile(sql, wanted)].filter((row) => row !== null);
  const [last_seen_at = 0, player_id = 0] = (before ?? "").split("-").map(Number);
  return listProfiles(sql, {
    limit: SHOWN + 1,
    before: before === undefined ? null : { last_seen_at, player_id },
  });
}

function grantForm({ live, site }: Pick<DeskParts, "live" | "site">, perDay: number): Operation {
  return adminForm(site, {
    id: "grantMissilesForm",
    path: `${PLAYER_PATH}/grant`,
    summary: "Grant missiles to a player; resubmitting the form grants nothing more",
    done: "Grant recorded.",
    role: "operator",
    params: PlayerPath,
    form: Type.Object({
      missiles: FormText,
      reason: FormText,
      grant_key: Type.String({ pattern: "^[0-9a-f]{32}$" }),
    }),
    errors: [MESSENGER_ERRORS.player_not_found, "state_conflict"],
    submit: async ({ actor, body, now, params, reader }) => {
      const telegramId = Number(params.telegram_user_id);
      const requested = { missiles: numberOrText(body.missiles), reason: body.reason };
      try {
        const granted = await live.writer.run((tx) => {
          const first = findGrant(tx, body.grant_key);
          if (first !== null) return first;
          const { missiles, reason } = parseGrant(requested);
          grantMissiles(tx, actor, { telegramId, missiles, reason, perDay, key: body.grant_key });
          return { telegram_id: telegramId, missiles };
        });
        return seeOther(`${PATH}/${granted.telegram_id}?granted=${granted.missiles}`);
      } catch (error) {
        if (!(error instanceof Problem) || error.status === 404) throw error;
        const entered = refusedForm({ missiles: body.missiles, reason: body.reason }, error);
        const page = playerContent({ sql: live.read, reader, now }, telegramId, { entered });
        return adminResponse(site, reader, {
          path: PATH,
          title: "Player",
          content: page,
          status: error.status,
        });
      }
    },
  });
}

function playerContent(
  { now, reader, sql }: { sql: Sql; reader: Reader; now: number },
  telegramId: number,
  { entered = EMPTY_FORM, granted }: { entered?: EnteredForm; granted?: number | undefined },
): JSX.Element {
  const activity = readActivity(sql, telegramId, now);
  const grantKey = randomHex(16, systemRandom);
  return <PlayerContent {...{ reader, activity, entered, grantKey, granted, now }} />;
}
