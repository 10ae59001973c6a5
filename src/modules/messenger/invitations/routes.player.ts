import { Type } from "@sinclair/typebox";
import { type Operation, readOperation } from "../../../http/operation.ts";
import { qrSvg } from "../../../kit/formats/qr.ts";
import { BALANCE_FIELDS, toBalances } from "../balances/index.ts";
import { MESSENGER_ERRORS } from "../errors.ts";
import { CREDENTIAL } from "../fields.ts";
import { MINIAPP_PATHS } from "../miniapp/index.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import { type PlayerFor, referralParam, requirePlayer } from "../players/index.ts";
import type { Bot } from "../telegram/index.ts";

/** The player's link for friends. */
export function inviteOperation(player: PlayerFor, bot: Bot | null): Operation {
  return readOperation({
    id: "messengerInvite",
    method: "GET",
    path: `${MESSENGER_PREFIX}invite`,
    group: MESSENGER_GROUP,
    summary: "Get the player's link for friends, with its QR code",
    description:
      "Opens the mini-app in Telegram with the player's start parameter. Without TELEGRAM_BOT_USERNAME it is the page itself, by which no referral is counted.",
    access: player("read"),
    query: Type.Object(CREDENTIAL),
    response: Type.Object({
      url: Type.String({
        description: "Address for friends.",
        examples: ["https://t.me/salute_bot/app?startapp=friend-Ab3"],
      }),
      counts: Type.Boolean({ description: "Whether friends who come by the link count as referrals." }),
      qr_svg: Type.String({ description: "QR code of the address as an SVG document." }),
      referral_param: Type.String({ description: "The start parameter of the player's shared links." }),
      ...BALANCE_FIELDS,
    }),
    errors: [MESSENGER_ERRORS.player_not_found],
    read: ({ actor, baseUrl, db }) => {
      const own = requirePlayer(db.read, actor.telegramId);
      const param = referralParam(own.row.id);
      const appUrl = bot?.appUrl ?? null;
      const url = appUrl === null ? `${baseUrl}${MINIAPP_PATHS.page}` : `${appUrl}?startapp=${param}`;
      return {
        url,
        counts: appUrl !== null,
        qr_svg: qrSvg(url),
        referral_param: param,
        ...toBalances(own),
      };
    },
  });
}
