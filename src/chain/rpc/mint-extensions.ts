import { encodeBase58 } from "../../kit/formats/base58.ts";
import type { ExtensionPower, MintState, TransferFee } from "../mint.ts";

/**
 * Position of an account's extensions in Token-2022: after base layout and type byte, each as type, length, value.
 */
const EXTENSIONS_AT = 166;

export interface Extension {
  type: number;
  value: Uint8Array;
}

/** The extensions of a mint or an account, in order; ends where the bytes do. */
export function* eachExtension(data: Uint8Array): Generator<Extension> {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = EXTENSIONS_AT; at + 4 <= data.length; ) {
    const type = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (type === 0 || at + 4 + length > data.length) return;
    yield { type, value: data.subarray(at + 4, at + 4 + length) };
    at += 4 + length;
  }
}

type Describe = (value: Uint8Array) => Omit<ExtensionPower, "extension">;

/** Extensions of mints that grant a power, by number in the token program's ExtensionType. */
const POWERS: Record<number, [name: string, describe: Describe]> = {
  1: ["transferFeeConfig", describeTransferFee],
  3: ["mintCloseAuthority", (value) => held(keyAt(value, 0), "close the mint once nothing is left")],
  4: [
    "confidentialTransferMint",
    (value) => held(keyAt(value, 0), "approve accounts for confidential transfers, which hide amounts"),
  ],
  6: ["defaultAccountState", describeDefaultState],
  9: ["nonTransferable", () => fixed("accounts can never transfer the token", true)],
  10: [
    "interestBearingConfig",
    (value) => held(keyAt(value, 0), "change the rate that shown amounts grow by"),
  ],
  12: ["permanentDelegate", (value) => held(keyAt(value, 0), "transfer or burn tokens of any account")],
  14: ["transferHook", describeTransferHook],
  16: [
    "confidentialTransferFeeConfig",
    (value) => held(keyAt(value, 0), "change how fees of confidential transfers are withheld"),
  ],
  24: ["confidentialMintBurn", () => fixed("tokens can be minted and burned in hidden amounts", true)],
  25: [
    "scaledUiAmountConfig",
    (value) => held(keyAt(value, 0), "change the factor that shown amounts are multiplied by"),
  ],
  26: ["pausableConfig", describePausable],
};

/** Descriptive extensions without power over balances: pointers, metadata, groups. */
const HARMLESS = new Set([18, 19, 20, 21, 22, 23]);
const TRANSFER_FEE_CONFIG = 1;
const WITHHELD_AT = 64;
const OLDER_FEE_AT = 72;
const NEWER_FEE_AT = 90;

/** The powers granted by the extensions of a Token-2022 mint. */
export function decodeMintExtensions(mint: Uint8Array): {
  powers: ExtensionPower[];
  unknownExtensions: string[];
  withheld: bigint;
  transferFee: MintState["transferFee"];
} {
  const powers: ExtensionPower[] = [];
  const unknownExtensions: string[] = [];
  let withheld = 0n;
  let transferFee: MintState["transferFee"] = null;
  for (const { type, value } of eachExtension(mint)) {
    const known = POWERS[type];
    if (known !== undefined) powers.push({ extension: known[0], ...known[1](value) });
    else if (!HARMLESS.has(type)) unknownExtensions.push(`extension ${type}`);
    if (type !== TRANSFER_FEE_CONFIG) continue;
    withheld = viewOf(value).getBigUint64(WITHHELD_AT, true);
    transferFee = { older: feeAt(value, OLDER_FEE_AT), newer: feeAt(value, NEWER_FEE_AT) };
  }
  return { powers, unknownExtensions, withheld, transferFee };
}

function feeAt(value: Uint8Array, offset: number): TransferFee {
  const view = viewOf(value);
  return {
    epoch: view.getBigUint64(offset, true),
    maximum: view.getBigUint64(offset + 8, true),
    basisPoints: view.getUint16(offset + 16, true),
  };
}

/** Two authorities, the withheld amount, and two fees of 18 bytes: epoch, maximum, basis points. */
function describeTransferFee(value: Uint8Array): Omit<ExtensionPower, "extension"> {
  const view = viewOf(value);
  const points = Math.max(view.getUint16(88, true), view.getUint16(106, true));
  const setter = keyAt(value, 0);
  const collector = keyAt(value, 32);
  const who = setter === null ? "its rate is fixed" : "its rate can be changed";
  const collects = collector === null ? "nobody collects it" : `${collector} collects it`;
  return {
    authority: setter ?? collector,
    allows: `a fee of up to ${points / 100} % is withheld from each transfer; ${who}; ${collects}`,
    isActive: setter !== null || points > 0,
  };
}

const FROZEN = 2;

function describeDefaultState(value: Uint8Array): Omit<ExtensionPower, "extension"> {
  return value[0] === FROZEN
    ? fixed("new accounts begin frozen, until the freeze authority thaws them", true)
    : fixed("new accounts begin usable; the freeze authority can change that", false);
}

function describeTransferHook(value: Uint8Array): Omit<ExtensionPower, "extension"> {
  const authority = keyAt(value, 0);
  const program = keyAt(value, 32);
  const allows =
    program === null
      ? "name a program that decides over each transfer"
      : `the program ${program} decides over each transfer`;
  return { authority, allows, isActive: authority !== null || program !== null };
}

function describePausable(value: Uint8Array): Omit<ExtensionPower, "extension"> {
  const authority = keyAt(value, 0);
  const isPaused = value[32] === 1;
  return {
    authority,
    allows: `stop every transfer, mint and burn${isPaused ? "; they are stopped now" : ""}`,
    isActive: authority !== null || isPaused,
  };
}

function held(authority: string | null, allows: string): Omit<ExtensionPower, "extension"> {
  return { authority, allows, isActive: authority !== null };
}

function fixed(allows: string, isActive: boolean): Omit<ExtensionPower, "extension"> {
  return { authority: null, allows, isActive };
}

/** An optional key of an extension; null for zero bytes. */
function keyAt(value: Uint8Array, offset: number): string | null {
  const key = value.subarray(offset, offset + 32);
  return key.length < 32 || key.every((byte) => byte === 0) ? null : encodeBase58(key);
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
