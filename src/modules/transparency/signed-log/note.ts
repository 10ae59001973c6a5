import { createHash } from "node:crypto";
import { derivePublicKey, signEd25519, verifyEd25519 } from "../../../kit/crypto/ed25519.ts";

/** A text is not a signed note, or not one signed by the expected key. */
export class NoteError extends Error {}

/** Root of a log at one size (C2SP tlog-checkpoint). */
export interface Checkpoint {
  origin: string;
  size: number;
  root: Uint8Array;
}

const ED25519 = 0x01;
const KEY_ID_BYTES = 4;
const DASH = "\u2014";

/** A verifier key (C2SP signed-note): name, key id and Ed25519 key. */
export function formatVkey(name: string, publicKey: Uint8Array): string {
  const typed = Buffer.concat([Uint8Array.of(ED25519), publicKey]);
  return `${name}+${keyIdOf(name, publicKey).toString("hex")}+${typed.toString("base64")}`;
}

/** The verifier key of a log. The key's name is the log's origin. */
export function vkeyOfSeed(origin: string, seed: Uint8Array): string {
  return formatVkey(origin, derivePublicKey(seed));
}

/** The signed note of a checkpoint. Deterministic. */
export function signCheckpoint(checkpoint: Checkpoint, seed: Uint8Array): string {
  const { origin, size, root } = checkpoint;
  const text = `${origin}\n${size}\n${Buffer.from(root).toString("base64")}\n`;
  const signature = Buffer.concat([
    keyIdOf(origin, derivePublicKey(seed)),
    signEd25519(seed, Buffer.from(text, "utf8")),
  ]);
  return `${text}\n${DASH} ${origin} ${signature.toString("base64")}\n`;
}

/** Parses a note's checkpoint without verifying signatures. @throws NoteError if the text is not a checkpoint */
export function parseCheckpoint(note: string): Checkpoint {
  const end = note.lastIndexOf("\n\n");
  const [origin, size, root, ...others] = note.slice(0, end + 1).split("\n");
  const hash = Buffer.from(root ?? "", "base64");
  const isSound =
    end > 0 &&
    origin !== undefined &&
    origin !== "" &&
    /^(0|[1-9]\d{0,15})$/.test(size ?? "") &&
    hash.length === 32 &&
    hash.toString("base64") === root &&
    others.join("") === "";
  if (!isSound) throw new NoteError("this is not a log checkpoint (origin, size, root and signature)");
  return { origin, size: Number(size), root: new Uint8Array(hash) };
}

/** The checkpoint of a note signed by this key. @throws NoteError if the signature is missing or wrong */
export function openCheckpoint(note: string, vkey: string): Checkpoint {
  const { name, id, publicKey } = parseVkey(vkey);
  const checkpoint = parseCheckpoint(note);
  const text = note.slice(0, note.lastIndexOf("\n\n") + 1);
  const lines = note.slice(text.length + 1).split("\n");
  for (const line of lines) {
    const [dash, by, base64] = line.split(" ");
    if (dash !== DASH || by !== name || base64 === undefined) continue;
    const bytes = Buffer.from(base64, "base64");
    if (!bytes.subarray(0, KEY_ID_BYTES).equals(id)) continue;
    if (verifyEd25519(publicKey, Buffer.from(text, "utf8"), bytes.subarray(KEY_ID_BYTES))) return checkpoint;
    throw new NoteError(`the signature of ${name} on this checkpoint is wrong`);
  }
  throw new NoteError(`this checkpoint has no signature of ${name}`);
}

/** The public key in a verifier key, as base64. @throws NoteError if the text is not a verifier key */
export function publicKeyOfVkey(vkey: string): string {
  return parseVkey(vkey.trim()).publicKey.toString("base64");
}

function parseVkey(vkey: string): { name: string; id: Buffer; publicKey: Buffer } {
  const [name = "", id = "", ...rest] = vkey.split("+");
  const typed = Buffer.from(rest.join("+"), "base64");
  const publicKey = typed.subarray(1);
  if (typed[0] !== ED25519 || publicKey.length !== 32 || keyIdOf(name, publicKey).toString("hex") !== id)
    throw new NoteError("this is not an Ed25519 verifier key");
  return { name, id: Buffer.from(id, "hex"), publicKey };
}

function keyIdOf(name: string, publicKey: Uint8Array): Buffer {
  return createHash("sha256")
    .update(`${name}\n`)
    .update(Uint8Array.of(ED25519))
    .update(publicKey)
    .digest()
    .subarray(0, KEY_ID_BYTES);
}
