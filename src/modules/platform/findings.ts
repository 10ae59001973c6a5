import { isoUtc, systemClock } from "../../kit/clock.ts";
import { describeStep, findStep } from "./clock-step/index.ts";
import {
  bad,
  type Diagnosis,
  type Finding,
  type Inspection,
  ok,
  openToOthers,
  warn,
} from "./diagnosis/index.ts";
import { exportState, type KeyFile, KeyFileError, parseKeyIds } from "./key-files/index.ts";
import { Keyring, MasterKeyError, requireRightKey } from "./master-key/index.ts";
import { readLoss, readRestored, readSafeMode } from "./state/index.ts";

export interface PlatformFacts extends Inspection {
  config: Inspection["config"] & {
    masterKey: string | null;
    smtpUrl: string | null;
    publicBaseUrl: string | null;
  };
  masterKeyPath: string;
  /** @throws KeyFileError if there are none */
  presentKeyFiles: () => KeyFile[];
}

export const PLATFORM_FINDINGS: readonly Finding<PlatformFacts>[] = [
  { name: "master_key", order: 100, secrets: ["MASTER_KEY"], look: masterKey },
  { name: "key_copies", order: 130, look: keyCopies },
  { name: "safe_mode", order: 190, look: safeMode },
  { name: "clock", order: 195, look: clock },
  { name: "mail", order: 220, secrets: ["SMTP_URL"], look: mail },
];

function masterKey(facts: PlatformFacts): Diagnosis | null {
  if (!facts.isInstalled) return null;
  const fault = masterKeyFault(facts);
  if (fault !== null)
    return bad(fault, "salute keyfiles import --from DIR, with the copy that keyfiles export made");
  if (facts.config.masterKey !== null)
    return ok("from MASTER_KEY, and the right one; `master-key rotate` would need MASTER_KEY_FILE");
  return openToOthers(facts, facts.masterKeyPath, "600") ?? ok(`${facts.masterKeyPath}, and the right one`);
}

/** Why the server would refuse the master key; null if it would not, or if no database can tell. */
function masterKeyFault({ config, masterKeyPath, read }: PlatformFacts): string | null {
  try {
    const keyring =
      config.masterKey === null ? Keyring.fromFile(masterKeyPath) : Keyring.fromText(config.masterKey);
    read("live.db", (sql) => requireRightKey(sql, keyring));
    return null;
  } catch (error) {
    if (error instanceof MasterKeyError) return error.message;
    throw error;
  }
}

/** Null if a key file is missing or malformed: the findings about keys report that. */
function keyCopies({ read, presentKeyFiles }: PlatformFacts): Diagnosis | null {
  try {
    const ids = parseKeyIds(presentKeyFiles());
    const state = read("live.db", (sql) => exportState(sql, ids));
    if (state === null) return null;
    if (state === "exported") return ok("exported");
    return warn(
      state === "changed"
        ? "The key files changed since they were exported: a backup made now cannot be opened with the copy."
        : "The key files were never exported: without master.key the secrets in a backup cannot be opened.",
      "salute keyfiles export --to DIR, on another disk",
    );
  } catch (error) {
    if (error instanceof KeyFileError || error instanceof MasterKeyError) return null;
    throw error;
  }
}

function safeMode({ read }: PlatformFacts): Diagnosis | null {
  const state = read("live.db", (sql) => ({
    safeMode: readSafeMode(sql),
    restored: readRestored(sql),
    isLost: readLoss(sql) !== null,
  }));
  if (state === null) return null;
  const { safeMode, restored, isLost } = state;
  if (safeMode === null) return ok("off");
  if (restored !== null)
    return warn(
      `On since the restore from ${restored.from} at ${isoUtc(restored.at)}. Every change answers 503 safe_mode.`,
      "salute check, and read the pages; then: salute resume",
    );
  const words = `On since ${isoUtc(safeMode.since)}: ${safeMode.reason.replace(/\.$/, "")}. Every change answers 503 safe_mode.`;
  if (isLost) return warn(words, "See wal.");
  if (safeMode.lease !== null) return warn(words, "It cannot be switched off by hand: see lease.");
  return warn(words, "salute check; once it passes: salute safe-mode off");
}

function clock({ read }: PlatformFacts): Diagnosis | null {
  const stepMs = read("live.db", (sql) => findStep(sql, systemClock) ?? 0);
  if (stepMs === null) return null;
  if (stepMs === 0) return ok("it agrees with the time that passed");
  return warn(
    `The clock was set ${describeStep(stepMs)}: expiry, dead letters and retention are held.`,
    "Correct the machine's time; or, if it is right now: salute clock accept",
  );
}

function mail({ config: { smtpUrl, publicBaseUrl } }: PlatformFacts): Diagnosis {
  if (smtpUrl === null) return ok("SMTP_URL unset: no mail is sent");
  if (publicBaseUrl === null)
    return warn(
      "Mail is sent, and its links point to this machine's own address.",
      "Set PUBLIC_BASE_URL to the server's public address.",
    );
  return ok(`by ${new URL(smtpUrl).host}`);
}
