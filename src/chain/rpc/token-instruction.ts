import { decodeBase58, encodeBase58 } from "../../kit/formats/base58.ts";
import type { RawInstruction } from "./raw-transaction.ts";

/** The transfer of a token program's instruction, by account index; null if it moves nothing. */
export interface InstructionTransfer {
  from: number | null;
  to: number | null;
  mint: number | null;
  amount: bigint;
}

const TRANSFER_FEE_EXTENSION = 26;
const TRANSFER_CHECKED_WITH_FEE = 1;

/** The amount that TransferCheckedWithFee takes from its sender, including the fee. */
export function amountWithFee({ data }: RawInstruction): bigint {
  const bytes = decodeBase58(data) ?? new Uint8Array();
  return new DataView(bytes.buffer).getBigUint64(2, true);
}

export function decodeInstruction({ accounts, data }: RawInstruction): InstructionTransfer | null {
  const bytes = decodeBase58(data);
  if (bytes === null || bytes.length < 9) return null;
  const [a = null, b = null, c = null] = accounts.map(Number);
  const amount = new DataView(bytes.buffer).getBigUint64(1, true);
  switch (bytes[0]) {
    case 3: // Transfer
      return { from: a, to: b, mint: null, amount };
    case 12: // TransferChecked
      return { from: a, to: c, mint: b, amount };
    case 7: // MintTo
    case 14: // MintToChecked
      return { from: null, to: b, mint: a, amount };
    case 8: // Burn
    case 15: // BurnChecked
      return { from: a, to: null, mint: b, amount };
    case TRANSFER_FEE_EXTENSION: {
      if (bytes[1] !== TRANSFER_CHECKED_WITH_FEE || bytes.length < 19) return null;
      const view = new DataView(bytes.buffer);
      return { from: a, to: c, mint: b, amount: view.getBigUint64(2, true) - view.getBigUint64(11, true) };
    }
    default:
      return null;
  }
}

/** A SetAuthority, by account index. */
export interface AuthoritySet {
  owned: number;
  previous: number;
  type: number;
  /** Null if permanently given up. */
  current: string | null;
}

const SET_AUTHORITY = 6;
const KEY_AT = 3;
const KEY_BYTES = 32;

/** Null for any other instruction. */
export function decodeSetAuthority({ accounts, data }: RawInstruction): AuthoritySet | null {
  const bytes = decodeBase58(data);
  const [owned, previous] = accounts.map(Number);
  if (bytes?.[0] !== SET_AUTHORITY || owned === undefined || previous === undefined) return null;
  const isSet = bytes[2] === 1 && bytes.length >= KEY_AT + KEY_BYTES;
  const current = isSet ? encodeBase58(bytes.subarray(KEY_AT, KEY_AT + KEY_BYTES)) : null;
  return { owned, previous, type: bytes[1] ?? -1, current };
}

/** Discriminator of an instruction: its first byte and, for some, the second. */
export function decodeOpcode({ data }: RawInstruction): [number, number | null] {
  const bytes = decodeBase58(data) ?? new Uint8Array();
  return [bytes[0] ?? -1, bytes[1] ?? null];
}
