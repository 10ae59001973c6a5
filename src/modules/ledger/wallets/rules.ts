import { DAY_MS, HOUR_MS, isoUtc, MINUTE_MS } from "../../../kit/clock.ts";
import { isSoundPublicKey, verifyEd25519 } from "../../../kit/crypto/ed25519.ts";
import { decodeBase58 } from "../../../kit/formats/base58.ts";
import type { ProofFormat } from "../users/index.ts";

/** Days for which a proof of ownership counts as current. */
export const REVERIFY_DAYS = 90;
const CONNECTED_MS = 24 * HOUR_MS;

export const CHALLENGE_LIFE_MS = 5 * MINUTE_MS;
export const MAX_WRONG_TRIES = 5;

export type Freshness = "fresh" | "aging" | "stale" | "never";

/** A proof's age class by the contract: aging after half of REVERIFY_DAYS, stale after all of it. */
export function classifyFreshness(verifiedAt: number | null, now: number): Freshness {
  if (verifiedAt === null) return "never";
  const age = now - verifiedAt;
  if (age > REVERIFY_DAYS * DAY_MS) return "stale";
  return age > (REVERIFY_DAYS * DAY_MS) / 2 ? "aging" : "fresh";
}

/** Whole days since a proof; null without one. */
export function ageInDays(verifiedAt: number | null, now: number): number | null {
  return verifiedAt === null ? null : Math.max(0, Math.floor((now - verifiedAt) / DAY_MS));
}

/** Whether a proof is recent enough for the wallet to count as connected. */
export function isConnected(verifiedAt: number | null, now: number): boolean {
  return verifiedAt !== null && now - verifiedAt < CONNECTED_MS;
}

/**
 * Chooses the primary among a user's wallets (oldest first) after the one at `address` was linked, changed or
 * removed: the first wallet, the one that asks for it, or the oldest other if the primary was removed or gave it up.
 * @param asked the request's is_primary; null if not given.
 */
export function choosePrimary<Link extends { wallet_address: string; is_primary: 0 | 1 }>(
  wallets: readonly Link[],
  address: string,
  asked: 0 | 1 | null,
): Link | undefined {
  const current = wallets.find((wallet) => wallet.is_primary === 1);
  if (asked === 1) return wallets.find((wallet) => wallet.wallet_address === address);
  if (current === undefined) return wallets[0];
  if (asked === 0 && current.wallet_address === address)
    return wallets.find((wallet) => wallet !== current) ?? current;
  return current;
}

/** The variable parts of a challenge. */
export interface ChallengeFacts {
  /** Host, with its port if any. */
  domain: string;
  /** Origin of the page that asks. */
  uri: string;
  address: string;
  partner: string;
  userId: number;
  /** At least 8 letters and digits. */
  nonce: string;
  issuedAt: number;
  expiresAt: number;
}

/**
 * The text to sign: Sign-In-With-Solana (github.com/phantom/sign-in-with-solana), fields in its order. Request ID
 * binds it to one user of one partner, so that a signature cannot link the wallet to another account.
 */
export function challengeText(facts: ChallengeFacts): string {
  return [
    `${facts.domain} wants you to sign in with your Solana account:`,
    facts.address,
    "",
    `Link this wallet to your account at ${facts.partner}. Signing is free and sends no transaction.`,
    "",
    `URI: ${facts.uri}`,
    "Version: 1",
    `Nonce: ${facts.nonce}`,
    `Issued At: ${isoUtc(facts.issuedAt)}`,
    `Expiration Time: ${isoUtc(facts.expiresAt)}`,
    `Request ID: ${facts.partner}:user:${facts.userId}`,
  ].join("\n");
}

/** Whether an address can have a private key: a program's address, for example, cannot sign. */
export function canSign(address: string): boolean {
  const key = decodeBase58(address);
  return key !== null && isSoundPublicKey(key);
}

/**
 * Finds the form that the wallet of `address` signed: the text itself, or one of the off-chain messages in which
 * hardware wallets wrap it. Key and bytes come from our records, never from the client.
 * @returns null if the signature fits none.
 */
export function matchProof(address: string, text: string, signature: string): ProofFormat | null {
  const key = decodeBase58(address);
  if (key === null || !isSoundPublicKey(key)) return null;
  for (const bytes of decodeSignature(signature)) {
    const match = signable(key, text).find(({ message }) => verifyEd25519(key, message, bytes));
    if (match !== undefined) return match.format;
  }
  return null;
}

const BASE64_OF_64_BYTES = /^[A-Za-z0-9+/_-]{86}(==)?$/;

/** All readings of a signature text as 64 bytes: hex, base64 (plain or url) or base58. More than one may fit. */
export function decodeSignature(text: string): Uint8Array[] {
  const readings: Uint8Array[] = [];
  if (/^[0-9a-fA-F]{128}$/.test(text)) readings.push(new Uint8Array(Buffer.from(text, "hex")));
  if (BASE64_OF_64_BYTES.test(text)) readings.push(new Uint8Array(Buffer.from(text, "base64")));
  const base58 = text.length <= 88 ? decodeBase58(text) : null;
  if (base58 !== null) readings.push(base58);
  return readings.filter((bytes) => bytes.length === 64);
}

const SIGNING_DOMAIN = Buffer.from("\xffsolana offchain", "latin1");
const ZERO_DOMAIN = Buffer.alloc(32);
/**
 * Restricted ASCII, and UTF-8 of at most 1232 bytes: wallets differ in which one they use for a text with line
 * breaks.
 */
const MESSAGE_FORMATS = [1, 0] as const;

/**
 * All byte strings that a wallet may sign for this text. Layouts: v1 and v0 as in sRFC 3
 * (github.com/solana-foundation/SRFCs/discussions/3), legacy as in the solana-offchain-message crate.
 */
export function signable(key: Uint8Array, text: string): { format: ProofFormat; message: Uint8Array }[] {
  const body = Buffer.from(text, "utf8");
  const length = Buffer.from([body.length & 0xff, body.length >> 8]);
  const envelope = (format: ProofFormat, version: number, ...rest: Uint8Array[]) => ({
    format,
    message: Buffer.concat([SIGNING_DOMAIN, Buffer.from([version]), ...rest, body]),
  });
  return [
    { format: "raw", message: body },
    envelope("offchain_v1", 1, Buffer.from([1]), key),
    ...MESSAGE_FORMATS.map((format) =>
      envelope("offchain_v0", 0, ZERO_DOMAIN, Buffer.from([format, 1]), key, length),
    ),
    ...MESSAGE_FORMATS.map((format) => envelope("offchain_legacy", 0, Buffer.from([format]), length)),
  ];
}
