import type { Database } from "../../../../db/database.ts";
import type { Tx } from "../../../../db/sql.ts";
import { recordAudit } from "../../../platform/audit/index.ts";
import { DailyCap } from "../../../platform/daily-caps/index.ts";
import type { Keyring } from "../../../platform/master-key/index.ts";
import { findOperator } from "../store.ts";

/** Entries per UTC day: the trail cannot be deleted, and strangers must not fill it. */
const ENTRIES_OF_ADDRESS = 10;
const ENTRIES = 500;

/** Adds failed sign-ins to the audit trail, up to a number per address and day. */
export class FailureRecorder {
  readonly #perAddress: DailyCap;

  constructor(
    private readonly live: Database,
    keyring: Keyring,
  ) {
    this.#perAddress = new DailyCap(keyring, "failed_sign_ins", ENTRIES_OF_ADDRESS);
  }

  /** Never throws: the refusal matters more than its entry, above all on a full disk. */
  async record(attempt: { name: string; address: string }): Promise<void> {
    await this.live.writer.run((tx) => this.#record(tx, attempt), "lasting").catch(() => null);
  }

  /** A name that no operator has may be a password in the wrong field, and is not kept. */
  #record(tx: Tx, { name, address }: { name: string; address: string }): void {
    if (!this.#perAddress.take(tx, address) || !this.#perAddress.takeOfAll(tx, ENTRIES)) return;
    recordAudit(
      tx,
      { kind: "anonymous" },
      {
        action: "operator.sign_in_failed",
        subject: findOperator(tx, name)?.name ?? "unknown",
        details: { address },
      },
    );
  }
}
