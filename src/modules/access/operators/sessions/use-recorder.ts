import type { Database } from "../../../../db/database.ts";

type Kind = "bearer" | "session";

const UPDATES: Record<Kind, string> = {
  bearer: "UPDATE operator_tokens SET last_used_at = ? WHERE token_hash = ?",
  session: "UPDATE operator_sessions SET last_used_at = ? WHERE token_hash = ?",
};

/** The last use of tokens and sessions: noted in memory at each request, stored each minute. */
export class OperatorUse {
  readonly #noted: Record<Kind, Map<string, number>> = { bearer: new Map(), session: new Map() };

  constructor(private readonly live: Database) {}

  note(kind: Kind, tokenHash: string, now: number): void {
    this.#noted[kind].set(tokenHash, now);
  }

  async flush(): Promise<void> {
    for (const kind of ["bearer", "session"] as const) {
      const noted = [...this.#noted[kind]];
      if (noted.length === 0) continue;
      this.#noted[kind].clear();
      await this.live.writer.run((tx) => {
        for (const [tokenHash, at] of noted) tx.run(UPDATES[kind], at, tokenHash);
      });
    }
  }
}
