import { newWallet } from "../../harness/app/wallets.ts";
import type { Recorder, Subject } from "./recorder.ts";

export const PLAYER_ID = 42;
const KEY = "summer-grid";
const GOAL = { kind: "visit", target: 1 };
const WHEEL = {
  key: "summer-wheel",
  title: "Summer wheel",
  segments: [
    { label: "Nothing", weight: 3, reward: { kind: "nothing" } },
    { label: "Ten", weight: 1, reward: { kind: "salutes", amount: 10 } },
  ],
  cost: 5,
};

/** Records calls of the bot, its operators and a player. */
export async function recordMessenger(recorder: Recorder<Subject>): Promise<void> {
  await recorder.record("messengerInitVerify");
  await setUp(recorder);
  await play(recorder);
  await missions(recorder);
  await wallet(recorder);
  await recorder.record("messengerWebhook", {
    body: {
      update_id: 1,
      message: { message_id: 1, chat: { id: PLAYER_ID, type: "private" }, text: "/help" },
    },
  });
  await recorder.record("grantMessengerMissiles", {
    body: { telegram_user_id: PLAYER_ID, missiles: 3, reason: "A round was lost to an outage" },
    headers: { "idempotency-key": "grant-1" },
  });
  await recorder.record("readMessengerActivity", { params: { telegram_user_id: PLAYER_ID } });
}

async function setUp(recorder: Recorder<Subject>): Promise<void> {
  const beginners = { key: "beginners", title: "Beginners", rule: { telegram_ids: [PLAYER_ID] } };
  await recorder.record("saveMessengerAudienceGroup", { body: beginners });
  const promo = { code: "SPRING-26", title: "Spring", reward: { kind: "missiles", amount: 3 } };
  await recorder.record("saveMessengerPromo", { body: promo });
  const reward = { kind: "missiles", amount: 5 };
  const mission = { mission_key: KEY, title: "Visit the summer grid", goal: GOAL, reward };
  await recorder.record("createMessengerMission", { body: mission });
  const params = { mission_key: KEY };
  const title = "Visit the grid this summer";
  await recorder.record("changeMessengerMission", {
    params,
    body: { title },
    headers: { "x-expected-revision": "1" },
  });
  await recorder.record("activateMessengerMission", { params });
}

async function play(recorder: Recorder<Subject>): Promise<void> {
  await recorder.record("messengerFairnessRotate");
  await recorder.record("messengerClaimPromo", { body: { idempotency_key: "promo-1", code: "SPRING-26" } });
  const give = { user_id: `ext:tg:${PLAYER_ID}`, amount: 500, reason: "welcome" };
  const key = await recorder.world.createKey("house");
  await recorder.world.call("POST", "/api/salutes/credit", { key, body: give });
  await recorder.record("messengerWheelStatus");
  for (const id of ["messengerWheelPlay", "messengerRound"]) await recorder.record(id);
  for (const id of ["messengerGridPurchase", "messengerGridStart", "messengerGridAbandon"])
    await recorder.record(id);
  // In a round of its own: a mine would end the one to be given up.
  await recorder.record("messengerGridStart", { body: { idempotency_key: "start-2" } });
  await recorder.record("messengerGridReveal", {
    body: { idempotency_key: "reveal-1", round_id: 3, cell: 12 },
  });
  for (const id of ["messengerRounds", "messengerSeed"]) await recorder.record(id);
  for (const id of ["messengerSetLimits", "messengerLimits", "messengerStreak"]) await recorder.record(id);
  await recorder.record("saveMessengerWheelCampaign", { body: WHEEL });
}

async function missions(recorder: Recorder<Subject>): Promise<void> {
  await recorder.record("messengerMissionsCatalog");
  await recorder.record("messengerEnrollMission", { body: { mission_key: KEY } });
  const progress = { mission_key: KEY, event_id: "visit-1", kind: GOAL.kind };
  await recorder.record("messengerMissionProgress", { body: progress });
  const ofMission = ["readMessengerMissionAnalytics", "readMessengerMissionStats"];
  for (const id of ofMission) await recorder.record(id, { params: { mission_key: KEY } });
  for (const id of ["messengerMissionsList", "messengerMissionsHistory", "compareMessengerMissions"])
    await recorder.record(id);
  await recorder.record("deactivateMessengerMission", { params: { mission_key: KEY } });
}

async function wallet(recorder: Recorder<Subject>): Promise<void> {
  const { address, sign } = newWallet();
  const body = { wallet_address: address };
  const { challenge_id, text } = await recorder.record("messengerWalletChallenge", { body });
  const signature = Buffer.from(sign(text)).toString("base64");
  await recorder.record("messengerWalletClaim", {
    body: { idempotency_key: "wallet-1", challenge_id, signature },
  });
  for (const id of ["messengerWalletLink", "messengerWallets", "messengerInvite"]) await recorder.record(id);
}
