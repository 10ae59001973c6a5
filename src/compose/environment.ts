/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The variables of an environment file in the format of systemd and shells: `NAME=value` per line, `#` comments, an
 * optional `export`, single or double quotes around the whole value.
 * @throws Error naming an invalid line
 */
export function parseEnvironmentFile(text: string): Environment {
  const values: Record<string, string> = {};
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = raw.trim();
    if (line === "" || line.startsWith("#")) continue;
    const match = /^(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line);
    if (match?.[1] === undefined) throw new Error(`line ${index + 1} is not NAME=value`);
    values[match[1]] = unquoted(match[2] ?? "");
  }
  return values;
}

function unquoted(value: string): string {
  const text = value.trim();
  const quote = text.charAt(0);
  return text.length >= 2 && (quote === '"' || quote === "'") && text.endsWith(quote)
    ? text.slice(1, -1)
    : text;
}
