import { encodeBase58 } from "../../kit/formats/base58.ts";
import { WrongMint } from "../errors.ts";
import type { MintState } from "../mint.ts";
import { decodeMintExtensions, eachExtension } from "./mint-extensions.ts";

export const TOKEN_PROGRAM = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const TOKEN_2022_PROGRAM = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

/** Lengths of the token program's base layouts; Token-2022 appends a type byte and extensions after ACCOUNT_BYTES. */
const MINT_BYTES = 82;
export const ACCOUNT_BYTES = 165;
const TRANSFER_FEE_AMOUNT = 2;
const ACCOUNT_TYPE_MINT = 1;
const ACCOUNT_TYPE_ACCOUNT = 2;

export interface TokenAccount {
  mint: string;
  owner: string;
  amount: bigint;
  /** Transfer fees that it withholds (Token-2022). */
  withheld: bigint;
}

/** Parses a mint's account. @throws WrongMint if it is not a mint */
export function parseMint(programId: string, data: Uint8Array): MintState {
  const isLegacy = programId === TOKEN_PROGRAM;
  if (!isLegacy && programId !== TOKEN_2022_PROGRAM) throw new WrongMint("TOKEN_MINT is not a token's mint");
  const hasExtensions = data.length > ACCOUNT_BYTES && data[ACCOUNT_BYTES] === ACCOUNT_TYPE_MINT;
  if (data.length !== MINT_BYTES && !(hasExtensions && !isLegacy))
    throw new WrongMint("TOKEN_MINT is an account, not a mint");
  const view = viewOf(data);
  if (data[45] !== 1) throw new WrongMint("TOKEN_MINT is not initialized");
  const extensions = hasExtensions ? decodeMintExtensions(data) : NO_EXTENSIONS;
  return {
    program: isLegacy ? "spl-token" : "token-2022",
    decimals: data[44] ?? 0,
    supply: view.getBigUint64(36, true),
    mintAuthority: optionalKey(view, data, 0),
    freezeAuthority: optionalKey(view, data, 46),
    ...extensions,
  };
}

const NO_EXTENSIONS: ReturnType<typeof decodeMintExtensions> = {
  powers: [],
  unknownExtensions: [],
  withheld: 0n,
  transferFee: null,
};

/** Parses a token account; null for any other account of a token program. */
export function parseTokenAccount(data: Uint8Array): TokenAccount | null {
  const isBare = data.length === ACCOUNT_BYTES;
  const isExtended = data.length > ACCOUNT_BYTES && data[ACCOUNT_BYTES] === ACCOUNT_TYPE_ACCOUNT;
  if (!isBare && !isExtended) return null;
  const view = viewOf(data);
  return {
    mint: encodeBase58(data.subarray(0, 32)),
    owner: encodeBase58(data.subarray(32, 64)),
    amount: view.getBigUint64(64, true),
    withheld: isExtended ? decodeWithheldFees(data) : 0n,
  };
}

/** Transfer fees withheld by an extended account. */
export function decodeWithheldFees(data: Uint8Array): bigint {
  for (const { type, value } of eachExtension(data)) {
    if (type === TRANSFER_FEE_AMOUNT && value.length >= 8) return viewOf(value).getBigUint64(0, true);
  }
  return 0n;
}

/** The token program's COption: four bytes, then the key. */
function optionalKey(view: DataView, data: Uint8Array, offset: number): string | null {
  return view.getUint32(offset, true) === 1 ? encodeBase58(data.subarray(offset + 4, offset + 36)) : null;
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}

/** The address of the token program that a mint belongs to. */
export function toProgramAddress({ program }: Pick<MintState, "program">): string {
  return program === "spl-token" ? TOKEN_PROGRAM : TOKEN_2022_PROGRAM;
}
