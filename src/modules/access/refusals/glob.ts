/**
 * Whether a glob matches a path: `*` matches anything within a segment, `**` anything across segments, other
 * characters themselves. Unlike a regular expression, it takes time proportional to the product of both lengths for
 * every glob.
 */
export function globMatches(glob: string, path: string): boolean {
  const tokens = glob.match(/\*{2,}|./gs) ?? [];
  /** Whether the tokens so far match the first `at` characters. */
  let reached = new Array<boolean>(path.length + 1).fill(false);
  reached[0] = true;
  for (const token of tokens) {
    const next = new Array<boolean>(path.length + 1).fill(false);
    for (let at = 0; at <= path.length; at++) {
      const before = path[at - 1];
      if (token.startsWith("*")) {
        const goesOn = next[at - 1] === true && (token.length > 1 || before !== "/");
        next[at] = reached[at] === true || goesOn;
      } else {
        next[at] = at > 0 && reached[at - 1] === true && before === token;
      }
    }
    reached = next;
  }
  return reached[path.length] === true;
}
