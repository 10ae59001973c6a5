/** A value as one word of a shell's command line. */
export function shellWord(text: string): string {
  return /^[\w@+=:,./-]+$/.test(text) ? text : quoted(text);
}

/** A value in single quotes. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
