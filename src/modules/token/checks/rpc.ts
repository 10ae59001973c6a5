import { isoUtcOrNull } from "../../../kit/clock.ts";
import { noChainWords } from "../../platform/chain-access/index.ts";
import { type CheckOutcome, defineCheck, noData, type Thresholds } from "../../platform/checks/index.ts";
import { type RpcAddressRow, type RpcHealth, readRpcHealth } from "../figures/index.ts";
import type { FigureCheckParts } from "./figures.ts";

export interface RpcFacts {
  /** Null if no chain is configured. */
  mode: "demo" | "rpc" | null;
  config: { isProduction: boolean; usesChain: boolean };
  /** State of the addresses when a job last used them; null without a chain. */
  health: RpcHealth | null;
}

/** Whether the chain can be read, and whether the RPC addresses agree. */
export function checkRpc(
  { mode, config, health }: RpcFacts,
  thresholds: Thresholds<"lag_slots_warn">,
): CheckOutcome {
  const addresses = health?.addresses ?? [];
  const disagreements = health?.disagreements ?? [];
  const answering = addresses.filter(isAnswering);
  const newest = Math.max(0, ...answering.map(({ slot }) => slot ?? 0));
  const lagging = answering.filter(({ slot }) => slot !== null && newest - slot >= thresholds.lag_slots_warn);
  const observed = {
    chain_mode: mode,
    quorum: health?.quorum ?? null,
    addresses: addresses.map((each) => addressView(each, newest)),
    disagreements,
  };
  if (mode === null && config.isProduction && config.usesChain)
    return {
      status: "bad",
      message: `${noChainWords(config)} Operations that need a chain answer 503.`,
      observed,
    };
  if (mode === null || health === null) return noData(noChainWords(config), observed);
  if (mode === "demo")
    return { status: "ok", message: "The embedded demo chain answers: its figures are invented.", observed };
  if (addresses.length === 0) return noData("No RPC address has been used yet.", observed);
  const silent = addresses.length - answering.length;
  if (answering.length < health.quorum) {
    const message = `${answering.length} of ${addresses.length} RPC addresses answer, and ${health.quorum} must agree: nothing new is proved.`;
    return { status: "bad", message, observed };
  }
  if (disagreements.length > 0) {
    const fields = [...new Set(disagreements.map(({ field }) => field))].join(", ");
    return {
      status: "warn",
      message: `RPC addresses disagree on ${fields}: the previous figures stay.`,
      observed,
    };
  }
  if (silent > 0)
    return {
      status: "warn",
      message: `${silent} of ${addresses.length} RPC addresses do not answer.`,
      observed,
    };
  if (lagging.length > 0)
    return {
      status: "warn",
      message: `${lagging.length} of ${addresses.length} RPC addresses lag behind.`,
      observed,
    };
  return { status: "ok", message: "Every RPC address answers, and they agree.", observed };
}

/** An address counts as silent from its first failure until it answers again. */
function isAnswering({ answered_at, failed_at }: RpcAddressRow): boolean {
  return answered_at !== null && (failed_at === null || answered_at >= failed_at);
}

function addressView(address: RpcAddressRow, newest: number) {
  const { host, slot, answered_at, failed_at, error } = address;
  return {
    host,
    answers: isAnswering(address),
    slot,
    lag_slots: slot === null ? null : Math.max(0, newest - slot),
    answered_at: isoUtcOrNull(answered_at),
    failed_at: isoUtcOrNull(failed_at),
    error,
  };
}

export const rpcCheck = defineCheck({
  name: "rpc",
  slot: 3,
  title: "Chain access",
  about: "The RPC addresses of the chain.",
  evidence: "/api/public/public-stats-cache-freshness.json",
  thresholds: {
    lag_slots_warn: { value: 300, meaning: "Slots that an RPC address is behind the newest one" },
  },
  runbook: {
    means:
      "Addresses of the chain do not answer, lag behind or disagree. Published figures stay as last agreed, with their age; nothing wrong is published.",
    steps: [
      "The check's details on `/status.json` name the address and its error.",
      "Over a limit: lower `RPC_MAX_PER_SECOND`, or use an address with an account.",
      "An address that is wrong or gone: replace it in `SOLANA_RPC_URLS`. Three from different providers tolerate one failure.",
    ],
  },
  look: ({ live, token, config }: FigureCheckParts & Pick<RpcFacts, "config">, thresholds) =>
    checkRpc(
      {
        mode: token?.mode ?? null,
        config,
        health: token === null ? null : readRpcHealth(live.read, token),
      },
      thresholds,
    ),
});
