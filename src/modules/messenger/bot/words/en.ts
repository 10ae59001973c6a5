import type { Messages } from "../../../../kit/language/catalogue.ts";

export const en = {
  command_start: "Open the game",
  command_help: "List the commands",
  command_balance: "Show your salutes, missiles and free spins",
  command_spin: "Spin the wheel",
  command_missions: "Show your missions and their progress",
  command_link: "Link a Solana wallet",
  command_terms: "Read the terms",
  start:
    "Welcome, {name}. Spin the wheel, search the grid and finish missions; every round can be proved fair.",
  start_unnamed:
    "Welcome, player. Spin the wheel, search the grid and finish missions; every round can be proved fair.",
  start_button: "Open the game",
  balance: "Salutes: {salutes}\nMissiles: {missiles}\nFree spins: {free_spins}",
  spin: "The wheel is in the app.",
  spin_button: "Spin the wheel",
  mission: "{title}: {value} of {target}",
  missions_none: "No mission is open now.",
  missions_open: { one: "{count} mission is open to you.", other: "{count} missions are open to you." },
  missions_more: { one: "{count} more open to you.", other: "{count} more open to you." },
  missions_button: "Show missions",
  link: "Link your wallet in the app: sign one message with it. Nothing is sent and nothing is charged.",
  link_again: "Your wallet is linked and verified. Link another one in the app.",
  link_button: "Link a wallet",
  terms:
    "Salutes, missiles and free spins are points of this game. They have no cash value here. Odds are published in the app and every round can be recomputed: {url}",
} as const satisfies Messages;
