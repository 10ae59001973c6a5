import { Type } from "@sinclair/typebox";
import { type Operation, readOperation } from "../../../http/operation.ts";
import { Described, Nullable, Timestamp } from "../../../http/schema/shapes.ts";
import { isoUtc } from "../../../kit/clock.ts";
import { listWallets, Wallet, walletView } from "../../ledger/users/index.ts";
import { BALANCE_FIELDS, toBalances } from "../balances/index.ts";
import { personOfCaller } from "../caller.ts";
import { CREDENTIAL, CREDENTIALS_BODY } from "../fields.ts";
import { MINIAPP_PATHS } from "../miniapp/index.ts";
import { MESSENGER_GROUP, MESSENGER_PREFIX } from "../paths.ts";
import type { PlayerFor, WalletTickets } from "../players/index.ts";
import type { Bot } from "../telegram/index.ts";

export interface LinkParts {
  player: PlayerFor;
  bot: Bot | null;
  tickets: WalletTickets;
}

const Address = Type.String({
  description: "Address that opens the page in the wallet's browser.",
  examples: ["https://salute.example/miniapp/wallet"],
});

/** Linking a wallet on a page that the wallet's own browser shows, which asks the wallet to sign. */
export function linkOperations({ bot, player, tickets }: LinkParts): Operation[] {
  return [
    readOperation({
      id: "messengerWalletLink",
      method: "POST",
      path: `${MESSENGER_PREFIX}wallet-link/start`,
      group: MESSENGER_GROUP,
      summary: "Get addresses that open the player's wallet app to link a wallet",
      description:
        "The page in the wallet's browser has a ticket of 15 minutes, with which it can only link a wallet to this player.",
      access: player("read"),
      body: CREDENTIALS_BODY,
      response: Type.Object({
        url: Described(Address, "Address of the page, for any wallet with a browser."),
        phantom: Described(Address, "Opens the page in Phantom."),
        solflare: Described(Address, "Opens the page in Solflare."),
        expires_at: Timestamp({ description: "When the ticket expires." }),
        ...BALANCE_FIELDS,
      }),
      read: ({ actor, baseUrl, db, now }) => {
        const { ticket, expiresAt } = tickets.issue(actor.telegramId, now);
        const url = `${baseUrl}${MINIAPP_PATHS.wallet}#${ticket}`;
        return {
          url,
          ...walletAppLinks(url),
          expires_at: isoUtc(expiresAt),
          ...toBalances(personOfCaller(db.read, actor).player),
        };
      },
    }),
    readOperation({
      id: "messengerWallets",
      method: "GET",
      path: `${MESSENGER_PREFIX}wallets`,
      group: MESSENGER_GROUP,
      summary: "List the player's wallets",
      access: player("read", "ticket"),
      query: Type.Object(CREDENTIAL),
      response: Type.Object({
        first_name: Nullable(Type.String(), {
          description: "The player's first name; null before the first change.",
        }),
        app_url: Nullable(Type.String(), {
          description:
            "Address that opens the mini-app in Telegram; null if the bot's name is not configured.",
        }),
        wallets: Type.Array(Wallet, { description: "The wallets, oldest first." }),
        ...BALANCE_FIELDS,
      }),
      read: ({ actor, db }) => {
        const { player: own } = personOfCaller(db.read, actor);
        return {
          first_name: own?.row.first_name ?? null,
          app_url: bot?.appUrl ?? null,
          wallets: own === null ? [] : listWallets(db.read, [own.user.id]).map(walletView),
          ...toBalances(own),
        };
      },
    }),
  ];
}

/**
 * Universal links of Solana wallets that open a page in the wallet's own browser (docs.phantom.com, docs.solflare.com:
 * "Browse"). There the page meets the wallet's provider, so that no wallet's key exchange is needed.
 */
function walletAppLinks(url: string): { phantom: string; solflare: string } {
  const target = encodeURIComponent(url);
  const ref = encodeURIComponent(new URL(url).origin);
  return {
    phantom: `https://phantom.app/ul/browse/${target}?ref=${ref}`,
    solflare: `https://solflare.com/ul/v1/browse/${target}?ref=${ref}`,
  };
}
