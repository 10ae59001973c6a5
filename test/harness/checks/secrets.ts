const TOKEN_FORMS = /\bsk_(live|sandbox)_\w{20}|\bwhsec_[\w+/]{20}|\bop_\w{20}|\bBearer \S/;

/** Secrets sent to the server, which must not appear in the log (contract section 1). */
export class Secrets {
  readonly #known = new Set<string>();

  note(...values: (string | undefined)[]): void {
    for (const value of values) if (value !== undefined && value.length >= 8) this.#known.add(value);
  }

  /** @throws Error with the first line that contains a secret or a text that looks like one */
  requireAbsent(lines: readonly string[]): void {
    for (const line of lines) {
      const words = line.match(/[\w+/=@.-]{8,}/g) ?? [];
      if (TOKEN_FORMS.test(line) || words.some((word) => this.#known.has(word)))
        throw new Error(`a secret is in the log: ${line}`);
    }
  }
}
