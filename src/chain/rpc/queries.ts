import type { EpochSchedule } from "../mint.ts";
import type { SignatureInfo, SignatureQuery } from "../transactions.ts";
import type { Answer } from "./agreement.ts";
import { asAddress, asSignature } from "./client.ts";
import type { Endpoint } from "./endpoint.ts";
import { RpcFailure } from "./failure.ts";
import type { RawTransaction } from "./raw-transaction.ts";

/** The JSON-RPC calls used here, each within its address's limits, at `finalized`. */

const FINALIZED = { commitment: "finalized" } as const;

export interface RawAccount {
  /** Base58 of the program that owns it. */
  program: string;
  lamports: bigint;
  data: Uint8Array;
}

export async function readGenesis(endpoint: Endpoint): Promise<string> {
  const hash: unknown = await endpoint.call("getGenesisHash", (api, abortSignal) =>
    api.getGenesisHash().send({ abortSignal }),
  );
  if (typeof hash !== "string" || hash === "") throw endpoint.refused();
  return hash;
}

export async function readSlot(endpoint: Endpoint): Promise<Answer<null>> {
  const slot = await endpoint.call("getSlot", (api, abortSignal) =>
    api.getSlot(FINALIZED).send({ abortSignal }),
  );
  if (typeof slot !== "bigint") throw endpoint.refused();
  return { value: null, slot };
}

/** It never changes on a chain. */
export async function readEpochSchedule(endpoint: Endpoint): Promise<Answer<EpochSchedule>> {
  const found = await endpoint.call("getEpochSchedule", (api, abortSignal) =>
    api.getEpochSchedule().send({ abortSignal }),
  );
  const schedule = {
    slotsPerEpoch: Number(found?.slotsPerEpoch),
    firstNormalEpoch: Number(found?.firstNormalEpoch),
    firstNormalSlot: Number(found?.firstNormalSlot),
  };
  const isSound = Object.values(schedule).every((value) => Number.isSafeInteger(value) && value >= 0);
  if (!isSound || schedule.slotsPerEpoch === 0) throw new RpcFailure("invalid_answer");
  return { value: schedule, slot: null };
}

/** Accounts in the order of the addresses; null for missing ones. At most 100. */
export async function readAccounts(
  endpoint: Endpoint,
  addresses: readonly string[],
  minSlot: bigint,
): Promise<Answer<(RawAccount | null)[]>> {
  return endpoint.call("getMultipleAccounts", async (api, abortSignal) => {
    const options = { ...FINALIZED, encoding: "base64", minContextSlot: minSlot } as const;
    const { context, value } = await api
      .getMultipleAccounts(addresses.map(asAddress), options)
      .send({ abortSignal });
    if (value.length !== addresses.length) throw new RpcFailure("invalid_answer");
    return { slot: slotOf(context), value: value.map((each) => (each === null ? null : rawAccount(each))) };
  });
}

/** A wallet and a mint whose tokens it holds. */
interface Holding {
  owner: string;
  mint: string;
}

/** A wallet's accounts of a mint, by address. */
export async function readAccountsOfOwner(
  endpoint: Endpoint,
  { owner, mint }: Holding,
  minSlot: bigint,
): Promise<Answer<{ address: string; data: Uint8Array }[]>> {
  return endpoint.call("getTokenAccountsByOwner", async (api, abortSignal) => {
    const options = { ...FINALIZED, encoding: "base64", minContextSlot: minSlot } as const;
    const { context, value } = await api
      .getTokenAccountsByOwner(asAddress(owner), { mint: asAddress(mint) }, options)
      .send({ abortSignal });
    const accounts = value.map(({ pubkey, account }) => ({
      address: String(pubkey),
      data: bytesOf(account.data),
    }));
    return { slot: slotOf(context), value: accounts.sort((a, b) => (a.address < b.address ? -1 : 1)) };
  });
}

/** Lamports of a wallet. */
export async function readLamports(
  endpoint: Endpoint,
  owner: string,
  minSlot: bigint,
): Promise<Answer<bigint>> {
  return endpoint.call("getBalance", async (api, abortSignal) => {
    const { context, value } = await api
      .getBalance(asAddress(owner), { ...FINALIZED, minContextSlot: minSlot })
      .send({ abortSignal });
    if (typeof value !== "bigint") throw new RpcFailure("invalid_answer");
    return { slot: slotOf(context), value };
  });
}

/** The addresses of the twenty largest accounts of a mint. */
export async function readLargestAccounts(endpoint: Endpoint, mint: string): Promise<Answer<string[]>> {
  return endpoint.call("getTokenLargestAccounts", async (api, abortSignal) => {
    const { context, value } = await api
      .getTokenLargestAccounts(asAddress(mint), FINALIZED)
      .send({ abortSignal });
    return { slot: slotOf(context), value: value.map((each) => String(each.address)).sort() };
  });
}

export const SIGNATURES_A_PAGE = 1_000;

export async function readSignatures(
  endpoint: Endpoint,
  address: string,
  { before, until, throughSlot }: SignatureQuery,
): Promise<Answer<SignatureInfo[]>> {
  return endpoint.call("getSignaturesForAddress", async (api, abortSignal) => {
    const found = await api
      .getSignaturesForAddress(asAddress(address), {
        ...FINALIZED,
        limit: SIGNATURES_A_PAGE,
        minContextSlot: throughSlot,
        ...(before === null ? {} : { before: asSignature(before) }),
        ...(until === null ? {} : { until: asSignature(until) }),
      })
      .send({ abortSignal });
    return {
      slot: null,
      value: found.map(({ signature, slot, blockTime, err }) => ({
        signature: String(signature),
        slot: BigInt(slot),
        blockTime: blockTime === null ? null : Number(blockTime) * 1000,
        failed: err !== null,
      })),
    };
  });
}

export async function readTransaction(endpoint: Endpoint, signature: string): Promise<RawTransaction | null> {
  return endpoint.call("getTransaction", async (api, abortSignal) => {
    const options = { ...FINALIZED, encoding: "json", maxSupportedTransactionVersion: 0 } as const;
    const found = await api.getTransaction(asSignature(signature), options).send({ abortSignal });
    if (found === undefined) throw new RpcFailure("invalid_answer");
    return found;
  });
}

/** The slot of an answer; an answer without one proves nothing. */
function slotOf({ slot }: { slot: unknown }): bigint {
  if (typeof slot !== "bigint") throw new RpcFailure("invalid_answer");
  return slot;
}

type EncodedAccount = { data: unknown; owner: unknown; lamports: unknown };

function rawAccount({ data, owner, lamports }: EncodedAccount): RawAccount {
  if (typeof lamports !== "bigint") throw new RpcFailure("invalid_answer");
  return { program: String(owner), lamports, data: bytesOf(data) };
}

/** Parses `[base64, "base64"]`. */
function bytesOf(data: unknown): Uint8Array {
  if (!Array.isArray(data) || typeof data[0] !== "string" || data[1] !== "base64")
    throw new RpcFailure("invalid_answer");
  return new Uint8Array(Buffer.from(data[0], "base64"));
}
