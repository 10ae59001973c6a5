import type { Database } from "../../db/database.ts";
import type { Tx } from "../../db/sql.ts";
import type { Operation } from "../../http/operation.ts";
import type { RateLimiter } from "../../http/rate-limit.ts";
import { DAY_MS, SECOND_MS } from "../../kit/clock.ts";
import { startPolling } from "../../kit/poll.ts";
import type { Logger } from "../../kit/process/log.ts";
import type { CodeVault } from "../ledger/claims/index.ts";
import type { Module } from "../module.ts";
import { FieldHashes } from "../platform/idempotency/index.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { keep, RECORDED_ANSWERS } from "../platform/retention/index.ts";
import type { SignedLog } from "../transparency/signed-log/index.ts";
import { tokenBalances } from "./balances/index.ts";
import { webhookRoutes } from "./bot/index.ts";
import { catalogRoutes } from "./catalog/index.ts";
import { purgePlayerDays } from "./days/index.ts";
import { engagementRoutes } from "./engagement/index.ts";
import { fairPlay, fairPlayRoutes, fairRounds } from "./fair-play/index.ts";
import { MESSENGER_FINDINGS, type MessengerFacts } from "./findings.ts";
import { gridRoutes } from "./grid/index.ts";
import { inviteOperation } from "./invitations/index.ts";
import { itemRoutes } from "./items/index.ts";
import { leaderboardGroups, purgeScores } from "./leaderboard/index.ts";
import { lotSums } from "./lots/index.ts";
import { miniappRoutes } from "./miniapp/index.ts";
import { missionRoutes } from "./missions/index.ts";
import { mounted } from "./mounted.ts";
import { openMessenger } from "./open.ts";
import { type OperatorParts, operatorOperations, operatorRetention } from "./operator-operations.ts";
import { MESSENGER_ADMIN_GROUP, MESSENGER_GROUP } from "./paths.ts";
import type { OnPaused } from "./payouts/index.ts";
import {
  createPlayerFor,
  forgetPlayer,
  purgeAnswers,
  purgeSessions,
  WalletTickets,
} from "./players/index.ts";
import { promoRoutes } from "./promos/index.ts";
import { budgets, causes } from "./rewards/index.ts";
import { Seeds } from "./seeds/index.ts";
import { signInRoutes } from "./sign-in/index.ts";
import type { Bot } from "./telegram/index.ts";
import { walletProofRoutes } from "./wallet-proof/index.ts";
import { createWelcome } from "./welcome/index.ts";
import { wheelRoutes } from "./wheel/index.ts";

export interface MessengerParts extends OperatorParts {
  config: OperatorParts["config"] & {
    messengerLimit: number;
    claimMissesLimit: number;
    idempotencyRetentionDays: number;
    miniappGiftSalutes: number;
    miniappGiftMissiles: number;
  };
  clock: { now(): number };
  startedAt: number;
  log: Logger;
  live: Database;
  keyring: Keyring;
  signedLog: SignedLog;
  claimCodes: CodeVault;
  /** Null in production without a configured bot. */
  bot: Bot | null;
  /** Creates the partner of the players if missing. Returns its id. */
  ensureHouse: (tx: Tx) => number;
  /** Alerts operators to an automatic pause. */
  onGamePaused: OnPaused;
  http: { limiter: RateLimiter; safeModeReason: () => string | null };
}

const COUNTERS_FLUSH_MS = 2 * SECOND_MS;

/** The messenger's mini-app: players, provably fair games, missions, promos, wallets. */
export const messenger: Module<MessengerParts, MessengerFacts> & { open: typeof openMessenger } = {
  name: "messenger",
  open: openMessenger,
  operations: (parts, { site }) => [
    ...[...playerOperations(parts), ...operatorOperations(parts, site)].map((operation) =>
      mounted(operation, { isDemo: parts.bot?.mode === "demo" }),
    ),
    ...miniappRoutes({ ...parts, site }),
  ],
  jobs: [fairPlay],
  retention: [
    keep({
      rows: "sessions of players",
      windows: { sessions: { tables: ["messenger_sessions"], kept: DAY_MS, after: "expiry" } },
      purge: (tx, { sessions }, { chunk }) => purgeSessions(tx, sessions, chunk),
    }),
    keep({
      rows: "recorded answers of players",
      windows: { answers: { tables: ["messenger_answers"], kept: RECORDED_ANSWERS, after: "creation" } },
      purge: (tx, { answers }, { chunk }) => purgeAnswers(tx, answers, chunk),
    }),
    keep({
      rows: "days of players",
      windows: { days: { tables: ["messenger_player_days"], kept: 400 * DAY_MS, after: "the day" } },
      purge: (tx, { days }, { chunk }) => purgePlayerDays(tx, Math.floor(days / DAY_MS), chunk),
    }),
    keep({
      rows: "leaderboards",
      windows: {
        days: {
          tables: ["messenger_scores", "messenger_score_groups"],
          kept: 400 * DAY_MS,
          after: "the day",
        },
      },
      purge: (tx, { days }, { chunk }) => purgeScores(tx, Math.floor(days / DAY_MS), chunk),
    }),
    ...operatorRetention,
  ],
  findings: MESSENGER_FINDINGS,
  forgetUser: forgetPlayer,
  invariants: [tokenBalances, lotSums, fairRounds, budgets, causes, leaderboardGroups],
  sealed: [
    { table: "messenger_bot", context: "name", columns: ["token_sealed", "webhook_secret_sealed"] },
    { table: "messenger_seeds", context: "server_seed_hash", columns: ["server_seed_sealed"] },
  ],
  navigation: [{ path: "/admin/miniapp", label: "Mini-app", group: "Games", order: 95 }],
  groups: [
    {
      name: MESSENGER_GROUP,
      order: 140,
      description: "The mini-app of the messenger: players, provably fair games, missions, promos, wallets.",
    },
    {
      name: MESSENGER_ADMIN_GROUP,
      order: 145,
      description: "The mini-app's operators: campaigns, audiences, missions, promos, reports, the bot.",
    },
  ],
  recorders: ({ messengerCounters }) => ({ "counters of the mini-app": messengerCounters }),
  background: ({ log, messengerCounters }) => [
    startPolling({
      everyMs: COUNTERS_FLUSH_MS,
      what: "counters of the mini-app",
      log,
      work: () => messengerCounters.flush(),
    }),
  ],
};

function playerOperations(parts: MessengerParts): Operation[] {
  const { bot, claimCodes, config, ensureHouse, http, keyring, live, log, onGamePaused: onPaused } = parts;
  const seeds = new Seeds(keyring);
  const welcome = createWelcome({
    ensureHouse,
    seeds,
    gift: { salutes: config.miniappGiftSalutes * 100, missiles: config.miniappGiftMissiles },
  });
  const tickets = new WalletTickets(keyring);
  const player = createPlayerFor({
    bot,
    tickets,
    welcome,
    fieldHashes: new FieldHashes(keyring),
    live,
    log,
    perMinute: () => config.messengerLimit,
  });
  const limiter = () => http.limiter;
  return [
    ...signInRoutes({ player, bot, live, welcome, safeModeReason: http.safeModeReason }),
    ...catalogRoutes(player),
    ...wheelRoutes(player, { seeds, onPaused }),
    ...gridRoutes(player, { seeds, onPaused }),
    ...itemRoutes(player),
    ...promoRoutes(player, limiter),
    ...fairPlayRoutes(player, seeds),
    ...engagementRoutes(player, keyring),
    ...missionRoutes(player),
    ...webhookRoutes(bot, parts.messengerCounters),
    ...walletProofRoutes({
      player,
      bot,
      tickets,
      codes: claimCodes,
      limiter,
      missesPerMinute: () => config.claimMissesLimit,
    }),
    inviteOperation(player, bot),
  ];
}
