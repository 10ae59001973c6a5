/** Trigrams find texts of three characters and more; shorter ones are looked up among the fields' beginnings. */
const TRIGRAM_CHARACTERS = 3;
const BASE58_TEXT = /^[1-9A-HJ-NP-Za-km-z]+$/;

/** A searched text, as the index is asked for it. */
export type Term =
  | { kind: "phrase"; match: string; mayBeWallet: boolean }
  | { kind: "prefix"; prefixes: string[] };

/**
 * What to ask the index for a text: a quoted phrase of the full-text tables, or entries of user_prefixes. Addresses of
 * one user stand in one row with blanks between, so only base58 is looked for there: nothing matches across two.
 */
export function termOf(text: string): Term {
  const mayBeWallet = BASE58_TEXT.test(text);
  if ([...text].length >= TRIGRAM_CHARACTERS)
    return { kind: "phrase", match: `"${text.replaceAll('"', '""')}"`, mayBeWallet };
  const prefixes = [textPrefix(text)];
  if (mayBeWallet) prefixes.push(walletPrefix(text));
  return { kind: "prefix", prefixes };
}

/** Every entry of user_prefixes that a user has: each field's first one and two characters, and the status. */
export function prefixesOf(
  texts: readonly (string | null)[],
  wallets: readonly string[],
  status: string,
): string[] {
  const prefixes = new Set([statusPrefix(status)]);
  for (const text of texts) {
    const [first, second] = text ?? "";
    if (first !== undefined) prefixes.add(textPrefix(first));
    if (first !== undefined && second !== undefined) prefixes.add(textPrefix(first + second));
  }
  for (const wallet of wallets) {
    prefixes.add(walletPrefix(wallet.slice(0, 1)));
    prefixes.add(walletPrefix(wallet.slice(0, 2)));
  }
  return [...prefixes];
}

// The first character says which kind an entry is of, so that kinds do not mix.
const textPrefix = (text: string): string => `t${foldCase(text)}`;
const walletPrefix = (text: string): string => `w${text}`;
export const statusPrefix = (status: string): string => `s${status}`;

const DOTLESS_I = "ı";

/**
 * Simple case folding, a character at a time, as FTS5's trigram tokenizer folds: wherever it maps a character to
 * another, so does this. (Scripts that are younger than its table are folded here only.)
 */
export function foldCase(text: string): string {
  let folded = "";
  for (const character of text) {
    const upper = character === DOTLESS_I ? character : mapOne(character, character.toUpperCase());
    folded += mapOne(upper, upper.toLowerCase());
  }
  return folded;
}

/** A mapping to several characters (ß to SS) is no simple one. */
function mapOne(character: string, mapped: string): string {
  return [...mapped].length === 1 ? mapped : character;
}
