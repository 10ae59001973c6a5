/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { Text } from "../../../http/schema/shapes.ts";
import { createValidator } from "../../../http/schema/validate.ts";
import { randomHex } from "../../../kit/ids.ts";
import { systemRandom } from "../../../kit/random.ts";
import type { Reader } from "../../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../../platform/admin-page/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { grantMissiles, hasGrant } from "../grants/index.ts";
import { listProfiles, profileView, readActivity } from "../profiles/index.ts";
import { type Entered, enteredWith, HOME, Loose, NOTHING_ENTERED, numeric } from "./parts.tsx";
import { PlayerContent, PlayersContent } from "./players-page.tsx";
import type { DeskParts } from "./routes.overview.tsx";

const PATH = `${HOME}/players`;
const ONE = `${PATH}/{telegram_user_id}`;
const SHOWN = 50;
const PlayerPath = Type.Object({ telegram_user_id: Type.String({ pattern: "^[1-9][0-9]{0,14}$" }) });

const GrantShape = createValidator(
  Type.Object({ missiles: Type.Integer({ minimum: 1, maximum: 1_000 }), reason: Text(200) }),
);

/** Players, one player, and missiles for one. @param perDay missiles that may be granted per UTC day */
export function playerPages({ live, site }: DeskParts, perDay: number): Operation[] {
  return [
    adminPage(site, {
      id: "miniappPlayersPage",
      path: PATH,
      summary: "Players of the mini-app, the last seen first",
      title: "Players",
      query: Type.Object({
        telegram_user_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 999_999_999_999_999 })),
      }),
      content: ({ now, query, sql }) => {
        const wanted = query.telegram_user_id;
        const profiles = listProfiles(sql, SHOWN, wanted).map(profileView);
        const isMissing = wanted !== undefined && profiles.length === 0;
        return <PlayersContent profiles={profiles} wanted={isMissing ? wanted : undefined} now={now} />;
      },
    }),
    adminPage(site, {
      id: "miniappPlayerPage",
      path: ONE,
      summary: "A player: balances, what moved them, missions, a grant of missiles",
      title: "Player",
      params: PlayerPath,
      query: Type.Object({ granted: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })) }),
      errors: [MESSENGER_ERRORS.player_not_found],
      content: ({ now, params, query, reader, sql }) =>
        playerContent({ sql, reader, now }, Number(params.telegram_user_id), { granted: query.granted }),
    }),
    adminForm(site, {
      id: "grantMissilesForm",
      path: `${ONE}/grant`,
      summary: "Give missiles to a player; the same form grants once",
      role: "operator",
      params: PlayerPath,
      form: Type.Object({
        missiles: Loose,
        reason: Loose,
        grant_key: Type.String({ pattern: "^[0-9a-f]{32}$" }),
      }),
      errors: [MESSENGER_ERRORS.player_not_found, "state_conflict"],
      submit: async ({ actor, body, now, params, reader }) => {
        const telegramId = Number(params.telegram_user_id);
        const asked = { missiles: numeric(body.missiles), reason: body.reason };
        try {
          const granted = await live.writer.run((tx) => {
            if (hasGrant(tx, body.grant_key)) return asked.missiles;
            const { missiles, reason } = requireGrant(asked);
            grantMissiles(tx, actor, { telegramId, missiles, reason, perDay, key: body.grant_key });
            return missiles;
          });
          return seeOther(`${PATH}/${telegramId}?granted=${granted}`);
        } catch (error) {
          if (!(error instanceof Problem) || error.status === 404) throw error;
          const entered = enteredWith({ missiles: body.missiles, reason: body.reason }, error);
          const page = playerContent({ sql: live.read, reader, now }, telegramId, { entered });
          return adminResponse(site, reader, {
            path: PATH,
            title: "Player",
            content: page,
            status: error.status,
          });
        }
      },
    }),
  ];
}

/** @throws Problem invalid_payload naming the inputs */
function requireGrant(asked: { missiles: unknown; reason: unknown }): { missiles: number; reason: string } {
  const faults = GrantShape.faults(asked);
  const [first] = faults ?? [];
  if (faults !== null && first !== undefined)
    throw new Problem("invalid_payload", `Correct ${first.field}: it ${first.message}.`, { details: faults });
  return { missiles: Number(asked.missiles), reason: String(asked.reason) };
}

function playerContent(
  { now, reader, sql }: { sql: Sql; reader: Reader; now: number },
  telegramId: number,
  { entered = NOTHING_ENTERED, granted }: { entered?: Entered; granted?: number | undefined },
): JSX.Element {
  const activity = readActivity(sql, telegramId);
  const grantKey = randomHex(16, systemRandom);
  return <PlayerContent {...{ reader, activity, entered, grantKey, granted, now }} />;
}
