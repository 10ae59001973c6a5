/**
 * Verifies a signed log: notes (C2SP signed-note), inclusion and consistency (RFC 6962), offline proofs (C2SP
 * tlog-proof), tiles (C2SP tlog-tiles), and that a published proof matches the logged one. It has no dependencies and runs
 * in Node.js 18 to 24, Bun, and browsers with Ed25519 (Chrome 137, Firefox 129, Safari 17). Every function throws a
 * VerificationError that states the failed check, or an UnsupportedError where nothing can be checked.
 *
 *   node verifier.mjs <base URL> <path of a proof> [<vkey>]
 *   node verifier.mjs <base URL> /api/public/token-mint-authorities.json
 *   node verifier.mjs <base URL> <file of a saved inclusion> [<vkey>]
 *
 * Exit status: 0 verified, 1 not verified, 2 impossible here.
 */

export class VerificationError extends Error {}

/** This runtime lacks what verification needs: it says nothing about the proof. */
export class UnsupportedError extends Error {}

function require(condition, message) {
  if (!condition) throw new VerificationError(message);
}

// Bytes

const utf8 = new TextEncoder();
const text = new TextDecoder("utf-8", { fatal: true });

export function fromHex(value) {
  require(/^([0-9a-f]{2})*$/.test(value), "this is not lower-case hex");
  return Uint8Array.from(value.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function fromBase64(value, what) {
  try {
    const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
    if (toBase64(bytes) === value) return bytes;
  } catch {}
  throw new VerificationError(`${what} is not base64`);
}

export function toBase64(bytes) {
  return btoa(String.fromCharCode(...bytes));
}

export function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function concat(...parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function equal(a, b) {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** The runtime's cryptography: in Node.js 18 it is no global, and browsers offer it to secure pages only. */
async function cryptography() {
  const subtle =
    globalThis.crypto?.subtle ?? (isNode() ? (await import("node:crypto")).webcrypto?.subtle : undefined);
  if (subtle !== undefined) return subtle;
  throw new UnsupportedError(
    isNode()
      ? `Node.js ${globalThis.process.versions.node} lacks Web Cryptography: use Node.js 18 or newer`
      : "this page has no access to cryptography: open it by https, or on this machine by localhost",
  );
}

function isNode() {
  return globalThis.process?.versions?.node !== undefined;
}

export async function sha256(bytes) {
  return new Uint8Array(await (await cryptography()).digest("SHA-256", bytes));
}

async function importKey(subtle, publicKey) {
  try {
    return await subtle.importKey("raw", publicKey, "Ed25519", false, ["verify"]);
  } catch (error) {
    if (error.name !== "NotSupportedError") throw error;
    throw new UnsupportedError(
      "this runtime does not know Ed25519 signatures: use Chrome 137, Firefox 129, Safari 17, Node.js 18, or newer",
    );
  }
}

// Signed notes

const ED25519 = 1;
const KEY_ID_BYTES = 4;
const SIGNATURE_BYTES = 64;
const HASH_BYTES = 32;

/** Ed25519 keys of small order, without their sign bit. */
const SMALL_ORDER = [
  `00${"00".repeat(31)}`,
  `01${"00".repeat(31)}`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  `ec${"ff".repeat(30)}7f`,
];

/** Rejects non-canonical keys (from 2^255-19 on) and keys of small order, whose signatures can fit every message. */
function isSoundKey(publicKey) {
  const unsigned = publicKey.slice();
  unsigned[31] &= 0x7f;
  const isCanonical = !(
    unsigned[0] >= 0xed &&
    unsigned[31] === 0x7f &&
    unsigned.slice(1, 31).every((byte) => byte === 0xff)
  );
  return isCanonical && !SMALL_ORDER.includes(toHex(unsigned));
}

/** @returns {Promise<{name: string, id: Uint8Array, publicKey: Uint8Array}>} */
export async function parseVkey(vkey) {
  const [name, id, ...rest] = vkey.trim().split("+");
  const typed = fromBase64(rest.join("+"), "the key");
  require(typed.length === 33 && typed[0] === ED25519, "this is not an Ed25519 verifier key");
  require(/^[^\s+]+$/.test(name), "the verifier key has no name");
  const publicKey = typed.slice(1);
  require(isSoundKey(publicKey), "the verifier key is of small order: anyone can forge its signatures");
  const hash = await sha256(concat(utf8.encode(`${name}\n`), typed));
  require(toHex(hash.slice(0, KEY_ID_BYTES)) === id, "the verifier key's id does not match its key");
  return { name, id: hash.slice(0, KEY_ID_BYTES), publicKey };
}

/** Returns the text of a note after verifying this key's signature. */
export async function openNote(note, vkey) {
  const { name, id, publicKey } = await parseVkey(vkey);
  const end = note.lastIndexOf("\n\n");
  require(end >= 0, "this is not a signed note");
  const signed = note.slice(0, end + 1);
  for (const line of note.slice(end + 2).split("\n")) {
    if (line === "") continue;
    const [dash, by, base64, ...rest] = line.split(" ");
    require(dash === "\u2014" && base64 !== undefined && rest.length === 0, "a signature line is malformed");
    const bytes = fromBase64(base64, "a signature");
    if (by !== name || !equal(bytes.slice(0, KEY_ID_BYTES), id)) continue;
    const signature = bytes.slice(KEY_ID_BYTES);
    require(signature.length === SIGNATURE_BYTES, "a signature does not have 64 bytes");
    const subtle = await cryptography();
    const key = await importKey(subtle, publicKey);
    const holds = await subtle.verify("Ed25519", key, signature, utf8.encode(signed));
    require(holds, `the signature of ${name} is wrong`);
    return signed;
  }
  throw new VerificationError(`there is no signature of ${name}`);
}

/** Parses the checkpoint in a note's text without verifying signatures. */
export function parseCheckpoint(signed) {
  const [origin, size, root] = signed.split("\n");
  require(origin !== "" && /^(0|[1-9][0-9]{0,15})$/.test(size ?? ""), "this is not a checkpoint");
  const hash = fromBase64(root ?? "", "the root");
  require(hash.length === HASH_BYTES, "the root is not a SHA-256 hash");
  return { origin, size: Number(size), root: hash };
}

/** Returns the checkpoint of a note after verifying the log's signature. */
export async function openCheckpoint(note, vkey) {
  const checkpoint = parseCheckpoint(await openNote(note, vkey));
  const { name } = await parseVkey(vkey);
  require(checkpoint.origin === name, `the checkpoint belongs to ${checkpoint.origin}, the key to ${name}`);
  return checkpoint;
}

// Merkle trees

export function leafHash(entry) {
  return sha256(concat(Uint8Array.of(0), entry));
}

function innerHash(left, right) {
  return sha256(concat(Uint8Array.of(1), left, right));
}

function requireHashes(...hashes) {
  for (const hash of hashes) require(hash.length === HASH_BYTES, "a hash does not have 32 bytes");
}

/** Verifies that the leaf is at `index` in the tree of `size` with this root (RFC 9162, 2.1.3.2). */
export async function verifyInclusion(leaf, index, size, path, root) {
  requireHashes(leaf, root, ...path);
  require(Number.isSafeInteger(size), "the size is not a number of entries");
  require(Number.isSafeInteger(index) &&
    index >= 0 &&
    index < size, `there is no entry ${index} in a tree of ${size}`);
  let [node, last, hash] = [index, size - 1, leaf];
  for (const sibling of path) {
    require(last > 0, "the path is too long");
    if (node % 2 === 1 || node === last) {
      hash = await innerHash(sibling, hash);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      hash = await innerHash(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  require(last === 0, "the path is too short");
  require(equal(hash, root), "the path does not lead to the root of the checkpoint");
}

/** Verifies that a tree extends an older one (RFC 9162, 2.1.4.2). */
export async function verifyConsistency(oldSize, oldRoot, size, root, path) {
  requireHashes(oldRoot, root, ...path);
  require(oldSize <= size, `a tree of ${size} does not extend one of ${oldSize}`);
  if (oldSize === 0) return require(path.length === 0, "the proof is too long");
  if (oldSize === size) {
    require(path.length === 0, "the proof is too long");
    return require(equal(oldRoot, root), "two roots for one size: the log has forked");
  }
  const hashes = isPowerOfTwo(oldSize) ? [oldRoot, ...path] : [...path];
  require(hashes.length > 0, "the proof is too short");
  let [node, last] = [oldSize - 1, size - 1];
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  let [older, newer] = [hashes[0], hashes[0]];
  for (const hash of hashes.slice(1)) {
    require(last > 0, "the proof is too long");
    if (node % 2 === 1 || node === last) {
      older = await innerHash(hash, older);
      newer = await innerHash(hash, newer);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      newer = await innerHash(newer, hash);
    }
    [node, last] = [half(node), half(last)];
  }
  require(last === 0, "the proof is too short");
  require(equal(older, oldRoot) &&
    equal(newer, root), "the log has forked: it does not extend the tree that it signed before");
}

function half(value) {
  return Math.floor(value / 2);
}

function isPowerOfTwo(value) {
  return Number.isInteger(Math.log2(value));
}

// Offline proofs

export function parseProof(proof) {
  const at = proof.indexOf("\n\n");
  require(at > 0, "this is not a tlog-proof");
  const [head, ...lines] = proof.slice(0, at).split("\n");
  require(head === "c2sp.org/tlog-proof@v1", "this is not a tlog-proof of version 1");
  if (lines[0]?.startsWith("extra ")) lines.shift();
  const index = /^index (0|[1-9][0-9]{0,15})$/.exec(lines.shift() ?? "")?.[1];
  require(index !== undefined, "the proof has no index");
  const path = lines.map((line) => fromBase64(line, "a hash of the proof"));
  requireHashes(...path);
  return { index: Number(index), path, note: proof.slice(at + 2) };
}

/** Verifies an offline proof of an entry's bytes. Returns the index, the checkpoint and its note. */
export async function verifyProof(proof, entry, vkey) {
  const { index, path, note } = parseProof(proof);
  const checkpoint = await openCheckpoint(note, vkey);
  await verifyInclusion(await leafHash(entry), index, checkpoint.size, path, checkpoint.root);
  return { index, checkpoint, note };
}

/**
 * Verifies an offline proof without its entry, which is read from the log's tiles. Also returns the entry's bytes.
 * @param {(path: string) => Promise<Uint8Array>} get returns the bytes at a path of the service
 */
export async function verifyOffline(get, proof, vkey) {
  const { index, note } = parseProof(proof);
  const { origin, size } = await openCheckpoint(note, vkey);
  require(index < size, `there is no entry ${index} in a tree of ${size}`);
  const entry = await readEntry(get, prefixOf(origin), index, size);
  return { ...(await verifyProof(proof, entry, vkey)), entry };
}

/**
 * Verifies the entry at `index` of the log under `prefix`, from the signature to the logged object.
 * @returns {Promise<{index: number, checkpoint: object, entry: object, object: object}>}
 */
export async function verifyLogged(get, prefix, index, vkey) {
  const offline = text.decode(await get(`${prefix}/proof/${index}`));
  const { size } = await openCheckpoint(parseProof(offline).note, vkey);
  const line = await readEntry(get, prefix, index, size);
  const found = await verifyProof(offline, line, vkey);
  require(found.index === index, "the proof belongs to another entry");
  const bytes = await get(JSON.parse(text.decode(line)).url);
  const entry = await verifyObject(line, bytes);
  return { index, checkpoint: found.checkpoint, entry, object: JSON.parse(text.decode(bytes)) };
}

/** Verifies that these bytes are the object of an entry. Returns the parsed entry. */
export async function verifyObject(entry, bytes) {
  const named = JSON.parse(text.decode(entry));
  require(named.size ===
    bytes.length, `the object has ${bytes.length} bytes, the entry states ${named.size}`);
  require(toHex(await sha256(bytes)) === named.sha256, "the object's SHA-256 does not match the entry");
  return named;
}

/** Splits an entry bundle (C2SP tlog-tiles). */
export function parseBundle(bytes) {
  const entries = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + (bytes[at] << 8) + bytes[at + 1];
    require(end <= bytes.length, "the bundle ends inside an entry");
    entries.push(bytes.slice(at + 2, end));
    at = end;
  }
  return entries;
}

// Tiles

/** Path of the tile that holds a leaf in a tree of `size`. */
function tilePathOf(leaf, size) {
  const tile = Math.floor(leaf / 256);
  return tilePath(tile, Math.min(256, size - tile * 256));
}

/** Reads the bytes of an entry from the bundles of the log under `prefix`, in a tree of `size`. */
async function readEntry(get, prefix, index, size) {
  const bundle = parseBundle(await get(`${prefix}/tile/entries/${tilePathOf(index, size)}`));
  const entry = bundle[index % 256];
  require(entry !== undefined, "the bundle does not hold the entry");
  return entry;
}

function tilePath(index, width) {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, "0").match(/\d{3}/g);
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join("/");
  return width === 256 ? path : `${path}.p/${width}`;
}

/** Returns a reader of complete subtree hashes in the tree of `size`, from the log's tiles. */
function nodeReader(get, prefix, size) {
  const tiles = new Map();
  return async (level, index) => {
    const [tileLevel, span] = [Math.floor(level / 8), 2 ** (level % 8)];
    const tile = Math.floor((index * span) / 256);
    const width = Math.min(256, Math.floor(size / 256 ** tileLevel) - tile * 256);
    const path = `${prefix}/tile/${tileLevel}/${tilePath(tile, width)}`;
    if (!tiles.has(path)) tiles.set(path, await get(path));
    const bytes = tiles.get(path);
    require(bytes.length === width * 32, `the tile ${path} has ${bytes.length} bytes, not ${width * 32}`);
    const first = (index * span) % 256;
    let hashes = Array.from({ length: span }, (_, at) =>
      bytes.slice((first + at) * 32, (first + at + 1) * 32),
    );
    while (hashes.length > 1) {
      const pairs = [];
      for (let at = 0; at < hashes.length; at += 2) pairs.push(await innerHash(hashes[at], hashes[at + 1]));
      hashes = pairs;
    }
    return hashes[0];
  };
}

async function rangeHash(start, end, node) {
  const size = end - start;
  if (isPowerOfTwo(size)) return node(Math.log2(size), start / size);
  const middle = start + splitOf(size);
  return innerHash(await rangeHash(start, middle, node), await rangeHash(middle, end, node));
}

async function subproof(oldEnd, start, end, isWhole, node) {
  if (oldEnd === end) return isWhole ? [] : [await rangeHash(start, end, node)];
  const middle = start + splitOf(end - start);
  return oldEnd <= middle
    ? [...(await subproof(oldEnd, start, middle, isWhole, node)), await rangeHash(middle, end, node)]
    : [...(await subproof(oldEnd, middle, end, false, node)), await rangeHash(start, middle, node)];
}

function splitOf(size) {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/**
 * Verifies that the newer of two notes extends the older one. The consistency proof is computed from the tiles of the log
 * under `prefix`.
 */
export async function verifyExtension(get, prefix, olderNote, newerNote, vkey) {
  const [older, newer] = [await openCheckpoint(olderNote, vkey), await openCheckpoint(newerNote, vkey)];
  require(older.size <= newer.size, `the log shrank from ${older.size} to ${newer.size} entries`);
  const path =
    older.size === 0
      ? []
      : await subproof(older.size, 0, newer.size, true, nodeReader(get, prefix, newer.size));
  await verifyConsistency(older.size, older.root, newer.size, newer.root, path);
  return { older, newer };
}

// Merkle sum trees

const SOLVENCY = "/api/public/solvency.json";
const AMOUNT = /^(0|[1-9][0-9]{0,30})$/;
const HASH = /^[0-9a-f]{64}$/;

function hashLines(...lines) {
  return sha256(utf8.encode(lines.map((line) => `${line}\n`).join(""))).then(toHex);
}

/**
 * Verifies that a balance is counted in the published liabilities: from its leaf to the root, and from the root to the
 * signed log.
 * @param {object} inclusion the answer of /api/partner/users/{user_id}/inclusion or /api/messenger/inclusion
 * @param {string | null} vkey the saved key of the log; null uses the key served by the service
 */
export async function verifyCountedBalance(get, inclusion, vkey, tell) {
  const { user_id, balance, balance_hundredths, salt, leaf, path, root, leaves } = inclusion;
  require(AMOUNT.test(balance_hundredths) && HASH.test(salt), "the balance or the salt is malformed");
  require(Math.round(balance * 100) === Number(balance_hundredths), "balance and balance_hundredths differ");
  require(/^[1-9][0-9]*$/.test(user_id), "the user reference is malformed");
  let hash = await hashLines("leaf", salt, user_id, balance_hundredths);
  require(hash === leaf, "the leaf is not that of this user and balance");
  let sum = BigInt(balance_hundredths);
  require(Array.isArray(path) && path.length <= 64, "the path is malformed");
  for (const step of path) {
    require(AMOUNT.test(step.sum) && HASH.test(step.hash), "a step of the path is malformed");
    require(step.side === "left" || step.side === "right", "a step of the path has no side");
    const [own, other] = [
      [hash, sum],
      [step.hash, step.sum],
    ];
    hash = await hashLines("node", ...(step.side === "left" ? [other, own] : [own, other]).flat());
    sum += BigInt(step.sum);
  }
  tell(`The path leads from the balance of ${balance} to the root ${hash} with ${sum} hundredths.`);
  const proof = JSON.parse(text.decode(await get(SOLVENCY)));
  require(root === hash &&
    proof.root === hash, "the path does not lead to the published root; ask for a new one");
  const sums = [inclusion.liabilities_hundredths, proof.liabilities_hundredths];
  require(sums.every((each) => each === String(sum)), "the sums do not add up to the published liabilities");
  require(proof.leaves === leaves, "the proof counts another number of users");
  return verifyKept(get, proof, "solvency", vkey, tell);
}

// Published proofs

/** Fields that change with time alone. They are checked by separate rules. */
const TIME_DEPENDENT = ["generated_at_utc", "age_hours", "status", "freshness_status"];

/** A canonical text of a proof's figures, without its log entry and without time-dependent fields. */
export function encodeFigures(proof) {
  const { meta: _meta, ...members } = proof;
  for (const name of TIME_DEPENDENT) delete members[name];
  const { log: _log, ...context } = proof.trust_context ?? {};
  return JSON.stringify({ ...members, trust_context: context }, (name, value) => {
    if (name === "slot") return undefined;
    if (typeof value === "number") requireExact(value);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

/** Numbers outside the safe range may parse as equal although their texts differ. */
function requireExact(value) {
  const isExact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  require(isExact, "a number of the proof cannot be compared exactly");
}

/** All slots in a proof with their paths. */
function slotsOf(value, path = "") {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const at = `${path}/${name}`;
    if (at === "/trust_context/log") return [];
    return name === "slot" ? [[at, member]] : slotsOf(member, at);
  });
}

/** Checks the time-dependent fields: times and slots must not decrease, and the status must follow from the figures. */
function requireLaterMoment(logged, published, takenAt) {
  const [before, now] = [slotsOf(logged), slotsOf(published)];
  const isNotEarlier = ([at, slot], index) => {
    const [path, newer] = now[index];
    return path === at && (slot === null ? newer === null : Number.isSafeInteger(newer) && newer >= slot);
  };
  require(before.length === now.length &&
    before.every(isNotEarlier), "the published slots are earlier than the logged ones");
  const [first, last] = [Date.parse(logged.generated_at_utc), Date.parse(published.generated_at_utc)];
  require(last >= first, "the published figures are older than the logged ones");
  require(last <=
    Date.now() +
      CLOCK_TOLERANCE_MS, `the published figures are of ${published.generated_at_utc}, which is in the future`);
  const taken = Date.parse(takenAt);
  require(first <= taken, "the logged figures are newer than their entry");
  const difference = Math.abs(taken - first - logged.age_hours * HOUR_MS);
  require(difference <=
    AGE_TOLERANCE_MS, `the logged age does not match data from ${logged.generated_at_utc} at ${takenAt}`);
  for (const proof of [logged, published]) requireStatus(proof);
  // The proof names its entry, so it is the younger of the two; its time and age must agree with that.
  const stated = last + published.age_hours * HOUR_MS;
  require(stated >=
    taken -
      AGE_TOLERANCE_MS, `the published age of ${published.age_hours} hours is too low for data from ${published.generated_at_utc}`);
  require((logged.status === "bad") ===
    (published.status ===
      "bad"), `the status is ${published.status}, but ${logged.status} was logged for the same figures`);
}

const HOUR_MS = 3_600_000;
/** By which the reader's clock may be behind. */
const CLOCK_TOLERANCE_MS = 300_000;
/** Ages have two decimals. */
const AGE_TOLERANCE_MS = HOUR_MS / 100;

function requireStatus({ status, freshness_status, age_hours, ...proof }) {
  const isAge = typeof age_hours === "number" && age_hours >= 0 && Number(age_hours.toFixed(2)) === age_hours;
  require(isAge, "the age is not a number of hours with two decimals");
  const limit = proof.stale_after_hours ?? proof.max_age_hours;
  const expected = age_hours > limit ? "stale" : "fresh";
  const isAtLimit = age_hours === limit;
  require(isAtLimit ||
    freshness_status ===
      expected, `figures ${age_hours} hours old with a limit of ${limit} are not ${freshness_status}`);
  const isDerived = status === "bad" || status === (freshness_status === "fresh" ? "ok" : "warn");
  require(isDerived, `the status ${status} contradicts the freshness ${freshness_status}`);
}

/**
 * Verifies a published proof from the signature to its figures, reporting each completed step.
 * @param {(path: string) => Promise<Uint8Array>} get fetches the bytes of a path
 * @param {string} path of the proof's JSON
 * @param {string | null} vkey the saved key of the log; null uses the key served by the service
 * @param {(step: string) => void} tell receives each completed step
 */
export async function verifyPublished(get, path, vkey, tell) {
  const kind = /([^/]+)\.json(\?|$)/.exec(path)?.[1].replaceAll("-", "_");
  return verifyKept(get, JSON.parse(text.decode(await get(path))), kind ?? "", vkey, tell);
}

/**
 * The same for the saved JSON of a proof.
 * @param {string | null} kind of the entry, such as token_mint_authorities; null takes any
 */
export async function verifyKept(get, proof, kind, vkey, tell) {
  const place = proof.trust_context?.log;
  require(place, "this proof is not in the log yet");
  const key = vkey ?? text.decode(await get(place.vkey)).trim();
  if (vkey === null) tell(`No key was given. Using the key served by the service: ${key}.`);
  const offline = text.decode(await get(place.proof));
  const bundle = parseBundle(await get(place.entries));
  const entry = bundle[place.index % 256];
  require(entry !== undefined, "the bundle does not hold the entry");
  const { index, checkpoint, note } = await verifyProof(offline, entry, key);
  require(index === place.index, "the proof belongs to another entry");
  require(place.checkpoint ===
    `${prefixOf(checkpoint.origin)}/checkpoint`, `the log ${checkpoint.origin} is not the one at ${place.checkpoint}`);
  tell(`The checkpoint is signed by ${checkpoint.origin}: ${checkpoint.size} entries.`);
  tell(`Entry ${index} is in the tree of that checkpoint.`);
  const named = JSON.parse(text.decode(entry));
  requirePlace(place, named, kind);
  requireAddresses(place, checkpoint);
  const bytes = await get(named.url);
  await verifyObject(entry, bytes);
  tell(`The logged object matches the entry: SHA-256 ${named.sha256}.`);
  const logged = JSON.parse(text.decode(bytes));
  require(logged.success === true, "the logged object is not a proof");
  require(encodeFigures(logged) ===
    encodeFigures(
      proof,
    ), `the published figures differ from those logged at ${named.taken_at}; new figures are logged within minutes`);
  requireLaterMoment(logged, proof, named.taken_at);
  tell(`The published figures match those logged at ${named.taken_at}.`);
  return { index, checkpoint, note, key, entry: named, logged, published: proof };
}

/** Path prefix of a log by its origin: /log, or /log/2 and so on after a restart. */
function prefixOf(origin) {
  return /\/log(\/[1-9][0-9]*)?$/.exec(origin)?.[0] ?? "";
}

/** Checks that a proof's reference to its entry matches the entry itself. */
function requirePlace(place, named, kind) {
  require(kind === null ||
    named.kind === kind, `the entry is of kind ${named.kind}, the path of kind ${kind}`);
  require(place.logged_at ===
    named.taken_at, `the proof states ${place.logged_at}, the entry ${named.taken_at}`);
  require(place.sha256 === named.sha256, "the proof names another object than the entry");
  const url = `/log/objects/${named.sha256}`;
  require(named.url === url && place.object === url, "the object's path does not match its SHA-256");
}

/** The addresses beside a proof must be those of its entry in a tree that the checkpoint covers. */
function requireAddresses({ index, tree_size, ...place }, { origin, size }) {
  require(Number.isSafeInteger(tree_size) &&
    index < tree_size &&
    tree_size <= size, `the proof names a tree of ${tree_size}, the checkpoint is of ${size}`);
  const prefix = prefixOf(origin);
  const tile = tilePathOf(index, tree_size);
  const expected = {
    vkey: `${prefix}/vkey`,
    proof: `${prefix}/proof/${index}`,
    tile: `${prefix}/tile/0/${tile}`,
    entries: `${prefix}/tile/entries/${tile}`,
  };
  for (const [name, address] of Object.entries(expected))
    require(place[name] === address, `the address ${name} is ${place[name]}, not ${address}`);
}

/**
 * Verifies that a log with a new name continues a known one: the same key signs it, and its first entry is a checkpoint of
 * the known log that is not older than the saved one.
 * @param {string} prefix of the new log, such as /log/2
 * @param {{vkey: string, note: string | null}} known
 */
export async function verifySuccession(get, prefix, vkey, known) {
  const [newer, older] = [await parseVkey(vkey), await parseVkey(known.vkey)];
  require(equal(
    newer.publicKey,
    older.publicKey,
  ), `the log is now named ${newer.name} and has another key than the known log ${older.name}`);
  const checkpoint = await openCheckpoint(text.decode(await get(`${prefix}/checkpoint`)), vkey);
  require(checkpoint.size > 0, `the log ${newer.name} is empty`);
  const entry = await readEntry(get, prefix, 0, checkpoint.size);
  const { index } = await verifyProof(text.decode(await get(`${prefix}/proof/0`)), entry, vkey);
  require(index === 0, "the proof is of another entry");
  const named = JSON.parse(text.decode(entry));
  const bytes = await get(`/log/objects/${named.sha256}`);
  await verifyObject(entry, bytes);
  const last = await openCheckpoint(text.decode(bytes), known.vkey);
  const kept = known.note === null ? null : await openCheckpoint(known.note, known.vkey);
  const continues =
    kept === null || last.size > kept.size || (last.size === kept.size && equal(last.root, kept.root));
  require(continues, `the log ${newer.name} continues ${older.name} from ${last.size} entries, but ${kept?.size} were saved`);
}

/** Returns a `get` function over HTTP for the functions above. */
export function over(base) {
  return async (path) => {
    if (typeof fetch !== "function")
      throw new UnsupportedError("this runtime cannot fetch: use Node.js 18 or newer");
    const response = await fetch(new URL(path, base));
    require(response.ok, `${path} answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
}

async function readSaved(path) {
  const { readFile } = await import("node:fs/promises");
  return JSON.parse(await readFile(path, "utf8"));
}

/** Whether this file is run as a program: only Bun and Node.js 24 say so themselves. */
async function isProgram() {
  if (import.meta.main !== undefined) return import.meta.main;
  const started = isNode() ? globalThis.process.argv[1] : undefined;
  if (started === undefined) return false;
  const [{ createRequire }, { pathToFileURL }] = await Promise.all([
    import("node:module"),
    import("node:url"),
  ]);
  try {
    const file = createRequire(import.meta.url).resolve(started);
    return pathToFileURL(file).href === import.meta.url;
  } catch {
    return false;
  }
}

/** @returns the exit status */
async function run([base, path, vkey]) {
  if (path === undefined) {
    console.error("usage: verifier.mjs <base URL> <path of a proof> [<vkey>]");
    return 2;
  }
  const tell = (step) => console.log(`ok  ${step}`);
  try {
    const { key } = path.startsWith("/api/")
      ? await verifyPublished(over(base), path, vkey ?? null, tell)
      : await verifyCountedBalance(over(base), await readSaved(path), vkey ?? null, tell);
    if (vkey === undefined) console.log(`Save this key and pass it next time: ${key}`);
    return 0;
  } catch (error) {
    const isUnsupported = error instanceof UnsupportedError;
    console.error(`${isUnsupported ? "CANNOT VERIFY" : "FAILED"}  ${error.message}`);
    return isUnsupported ? 2 : 1;
  }
}

isProgram().then(async (is) => {
  if (is) globalThis.process.exitCode = await run(globalThis.process.argv.slice(2));
});
