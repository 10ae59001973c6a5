import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { anyone, type Operation, readOperation, writeOperation } from "../../../http/operation.ts";
import { CREDENTIALS_BODY } from "../fields.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { PlayerCaller, PlayerFor, Welcome } from "../players/index.ts";
import type { Bot } from "../telegram/index.ts";
import { SignInAnswer, signIn } from "./sign-in.ts";

const NAMES = ["Ada", "Ben", "Chloe"] as const;
const FIRST_ID = 1_000_000_101;

/** A player of the demo bot. @param player 1 to 3 */
function demoCaller(player: number, welcome: Welcome): PlayerCaller {
  const firstName = NAMES[player - 1] ?? NAMES[0];
  const id = FIRST_ID + player - 1;
  const username = `demo_${firstName.toLowerCase()}`;
  return {
    kind: "player",
    telegramId: id,
    profile: { id, firstName, lastName: null, username, languageCode: "en" },
    startParam: null,
    session: null,
    welcome,
  };
}

export interface SignInParts {
  player: PlayerFor;
  bot: Bot | null;
  live: Database;
  welcome: Welcome;
  safeModeReason: () => string | null;
}

/** Sign-in of players (contract section 16); demo players only with a demo bot. */
export function signInRoutes(parts: SignInParts): Operation[] {
  const { bot, player, safeModeReason } = parts;
  return [
    writeOperation({
      id: "messengerInitVerify",
      method: "POST",
      path: `${MESSENGER_PREFIX}init/verify`,
      group: MESSENGER_GROUP,
      summary: "Verify Telegram's init data and start a session",
      outcome: "The player is signed in; the answer has the session's token.",
      description:
        "Accepts init data up to 24 h old. Creates the player if missing. In safe mode only known players can sign in.",
      access: player("verify"),
      body: CREDENTIALS_BODY,
      response: SignInAnswer,
      inSafeMode: true,
      write: (tx, { actor }) => signIn(tx, actor, safeModeReason()),
    }),
    ...(bot?.mode === "demo" ? [demoSession(parts)] : []),
  ];
}

function demoSession({ live, safeModeReason, welcome }: SignInParts): Operation {
  return readOperation({
    id: "messengerDemoSession",
    method: "POST",
    path: `${MESSENGER_PREFIX}demo/session`,
    group: MESSENGER_GROUP,
    summary: "Start a session as one of three demo players",
    outcome: "The demo player is signed in; the answer has the session's token.",
    description: "Available only with a demo bot: in development without a configured bot.",
    access: anyone("public_api"),
    body: Type.Object({ player: Type.Integer({ minimum: 1, maximum: 3 }) }),
    response: SignInAnswer,
    errors: ["safe_mode"],
    example: { player: 1 },
    read: async ({ body, responseHeaders }) => {
      responseHeaders["cache-control"] = "no-store";
      return live.writer.run((tx) => signIn(tx, demoCaller(body.player, welcome), safeModeReason()));
    },
  });
}
