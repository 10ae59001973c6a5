import type { RowOf } from "../../../db/row.ts";
import type { users } from "../../../db/tables/users.ts";
import { type MetadataPair, metadataPairs, readMetadata } from "../../platform/metadata/index.ts";
import { type UserColumn, userColumns } from "../user-columns/index.ts";

/** Search criteria; all that are not null must match. */
export interface Criteria extends Record<UserColumn<"filter">, string | null> {
  /**
   * Part of a searched field in any case, or of a wallet address in this case; one or two characters match only the
   * beginning.
   */
  q: string | null;
  wallet: string | null;
  metadata: readonly MetadataPair[];
}

/** The searched fields of a user. */
export interface SearchableUser
  extends Pick<RowOf<typeof users>, UserColumn<"search"> | UserColumn<"filter"> | "metadata"> {
  wallets: readonly string[];
}

/** Trigrams find texts of at least three characters; shorter ones are looked up among the fields' beginnings. */
const TRIGRAM_CHARACTERS = 3;
const BASE58_TEXT = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** A search text in the index's form. */
export interface Term {
  isShort: boolean;
  /** In folded case. */
  text: string;
  /** In its original case; null if it cannot be part of an address. */
  wallet: string | null;
}

export function parseTerm(q: string): Term {
  return {
    isShort: [...q].length < TRIGRAM_CHARACTERS,
    text: foldCase(q),
    wallet: BASE58_TEXT.test(q) ? q : null,
  };
}

/** An FTS5 query for a literal text anywhere in a field. */
export function quotePhrase(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

type Match = (stored: string | null, wanted: string) => boolean;

const MATCHES: Readonly<Record<UserColumn<"filter">, Match>> = {
  status: isExactly,
  username: isExactly,
  email: (stored, wanted) => foldCase(stored ?? "") === foldCase(wanted),
};
const FILTERS = userColumns("filter");

function isExactly(stored: string | null, wanted: string): boolean {
  return stored === wanted;
}

/** Whether a user matches the criteria, decided from the user's own row with the same result as the index. */
export function meets(user: SearchableUser, criteria: Criteria, term: Term | null): boolean {
  for (const name of FILTERS) {
    const wanted = criteria[name];
    if (wanted !== null && !MATCHES[name](user[name], wanted)) return false;
  }
  const notes = new Set(notesOf(user));
  if (!criteria.metadata.every((note) => notes.has(notePrefix(note)))) return false;
  if (criteria.wallet !== null && !user.wallets.includes(criteria.wallet)) return false;
  return term === null || holds(user, term);
}

function holds(user: SearchableUser, { isShort, text, wallet }: Term): boolean {
  const within = (field: string, part: string) => (isShort ? field.startsWith(part) : field.includes(part));
  if (textsOf(user).some((field) => within(foldCase(field), text))) return true;
  return wallet !== null && user.wallets.some((address) => within(address, wallet));
}

const SEARCHED = userColumns("search");

function textsOf(user: SearchableUser): string[] {
  return SEARCHED.map((name) => user[name]).filter((text) => text !== null);
}

/** All of a user's entries in user_prefixes: each field's first one and two characters, the status and the notes. */
export function collectPrefixes(user: SearchableUser): string[] {
  const prefixes = new Set([statusPrefix(user.status)]);
  for (const text of textsOf(user)) {
    const [first = "", second = ""] = text;
    prefixes.add(textPrefix(foldCase(first))).add(textPrefix(foldCase(first + second)));
  }
  for (const address of user.wallets) {
    prefixes.add(walletPrefix(address.slice(0, 1))).add(walletPrefix(address.slice(0, 2)));
  }
  for (const note of notesOf(user)) prefixes.add(note);
  return [...prefixes];
}

function notesOf({ metadata }: SearchableUser): string[] {
  return metadataPairs(readMetadata(metadata) ?? undefined).map(notePrefix);
}

// The first character is the kind of entry, so that kinds do not mix.
export const textPrefix = (folded: string): string => `t${folded}`;
export const walletPrefix = (text: string): string => `w${text}`;
export const notePrefix = ({ name, value }: MetadataPair): string => `m${name}=${value}`;
export const statusPrefix = (status: string): string => `s${status}`;

const DOTLESS_I = "ı";
const NONCHARACTERS = /[\uFFFE\uFFFF]/g;

/**
 * Simple case folding, character by character. Indexed text is folded by this first, and FTS5's own folding leaves it
 * unchanged, so that index and `meets` agree on every character.
 */
export function foldCase(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toLowerCase();
  let folded = "";
  for (const character of text.replace(NONCHARACTERS, "\uFFFD")) {
    const upper = character === DOTLESS_I ? character : mapOne(character, character.toUpperCase());
    folded += mapOne(upper, upper.toLowerCase());
  }
  return folded;
}

/** A mapping to several characters (ß to SS) is not a simple one. */
function mapOne(character: string, mapped: string): string {
  return [...mapped].length === 1 ? mapped : character;
}
