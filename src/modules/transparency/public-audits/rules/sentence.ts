import type { AnomalyType } from "../../audits/detectors/index.ts";
import { shortAddress, shownAmount } from "../../proofs/index.ts";

/** An anomaly as it is published. */
export interface SaidAnomaly {
  type: AnomalyType;
  /** Whole tokens with a sign; null without an amount. */
  delta: string | null;
  details: Readonly<Record<string, unknown>>;
}

type Sentence = (anomaly: Facts) => string;

/** The facts of one anomaly. A detail that the row lacks is null. */
interface Facts {
  /** Whole tokens without a sign. */
  tokens: string;
  isGain: boolean;
  /** A detail as text. */
  said: (name: string) => string | null;
  /** A detail that is an amount of tokens. */
  amount: (name: string) => string | null;
  details: Readonly<Record<string, unknown>>;
}

/** Describes an anomaly in one sentence, for readers who know neither detectors nor field names. */
export function describeAnomaly({ type, delta, details }: SaidAnomaly): string {
  const said = (name: string) => {
    const value = details[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : null;
  };
  const amount = (name: string) => {
    const value = said(name);
    return value === null ? null : `${shownAmount(value)} tokens`;
  };
  const tokens = delta === null ? "Tokens" : `${shownAmount(delta.replace(/^-/, ""))} tokens`;
  return SENTENCES[type]({ tokens, isGain: delta?.startsWith("-") === false, said, amount, details });
}

const SENTENCES: Record<AnomalyType, Sentence> = {
  authority_change: ({ said, details }) => {
    const power = powerOf(said("power"));
    const [before, after] = [said("previous"), said("current")];
    if (before === null && after === null && details.source === "reading")
      return `What ${power} permits changed.`;
    if (before === after) return `${capital(power)} changed.`;
    if (after === null) return `${capital(power)} was given up: nobody holds it any more.`;
    if (before === null)
      return `${capital(power)} was given to ${shortAddress(after)}; nobody held it before.`;
    return `${capital(power)} passed from ${shortAddress(before)} to ${shortAddress(after)}.`;
  },
  balance_break: ({ amount }) =>
    `A watched account held ${amount("found") ?? "an amount"} where the movements before add up to ${amount("expected") ?? "another"}: a movement is missing here, or a node answered wrongly.`,
  dormant_wakeup: ({ tokens, said }) =>
    `A wallet that had ${since(said("last_moved_at"))} sent ${tokens.toLowerCase()}${ofSupply(said("held_share_of_supply_pct"), "; it held")}.`,
  dust_storm: ({ said }) => `A wallet sent tiny amounts to many others${within(said)}.`,
  failed_burst: ({ said }) =>
    `${said("failed") ?? "Many"} transactions with this token failed within ${counted(said("minutes"), "minute") ?? "minutes"}.`,
  fee_anomaly: ({ amount }) =>
    `A transfer kept back ${amount("withheld") ?? "a fee"}, but the token's rules give a fee of ${amount("expected") ?? "another amount"}.`,
  large_transfer: ({ tokens, isGain, said }) =>
    `A wallet ${isGain ? "received" : "gave away"} ${tokens.toLowerCase()} in one transaction${ofSupply(said("share_of_supply_pct"))}.`,
  missing_block_time: () => "The chain gives no time for this transaction.",
  new_top_holder: ({ said, amount }) =>
    `A wallet is new among the 10 largest holders${withRank(said("rank"))}, with ${amount("amount") ?? "its tokens"}${ofSupply(said("share_of_supply_pct"))}.`,
  rapid_sequence: ({ said }) => `A wallet took part in many transactions within a short time${within(said)}.`,
  reserve_outflow: ({ tokens, said }) => `${tokens} left a reserve wallet${ofWallet(said)}.`,
  self_transfer_loop: ({ tokens, said }) =>
    `${tokens} came back to the wallet that had sent them${through(said("others"))}${ofSupply(said("share_of_supply_pct"))}.`,
  supply_decrease: ({ tokens }) => `${tokens} were burned, so there are fewer for good.`,
  supply_increase: ({ tokens, details }) =>
    `${tokens} were newly minted, ${details.is_expected_authority === true ? "by the announced mint authority" : "but not by an announced mint authority"}.`,
  treasury_outflow: ({ tokens, said, details }) =>
    `${tokens} left a treasury wallet${ofWallet(said)}, ${paymentOf(details.settles)}.`,
};

function powerOf(name: string | null): string {
  const words = (name ?? "an authority").replaceAll("_", " ");
  return words.endsWith("authority") ? `the ${words}` : `the authority over the extension ${words}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function since(at: string | null): string {
  return at === null ? "not moved any tokens before" : `moved no tokens since ${at.slice(0, 10)}`;
}

function ofSupply(pct: string | null, start = ","): string {
  return pct === null ? "" : `${start} ${pct} % of the supply`;
}

function ofWallet(said: Facts["said"]): string {
  const pct = said("share_of_wallet_pct");
  return pct === null ? "" : ` (${pct} % of its tokens)`;
}

function withRank(rank: string | null): string {
  return rank === null ? "" : `, at rank ${rank}`;
}

function through(others: string | null): string {
  return others === null ? "" : ` through ${counted(others, "other wallet")}`;
}

function within(said: Facts["said"]): string {
  const [transactions, seconds] = [counted(said("transactions"), "transaction"), said("seconds")];
  if (transactions === null) return "";
  return seconds === null
    ? `: ${transactions}`
    : `: ${transactions} in ${counted(seconds, "second") ?? "seconds"}`;
}

function counted(value: string | null, unit: string): string | null {
  return value === null ? null : `${value} ${unit}${value === "1" ? "" : "s"}`;
}

function paymentOf(settles: unknown): string {
  const isPayment = typeof settles === "object" && settles !== null && "kind" in settles && "id" in settles;
  if (isPayment) return `which paid ${String(settles.kind)} ${String(settles.id)} of a user`;
  return "and paid no conversion or claim that is recorded here";
}
