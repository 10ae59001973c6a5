import type { Database } from "../../db/database.ts";
import type { Clock } from "../../kit/clock.ts";
import type { JobMonitor } from "../platform/jobs/index.ts";
import type { MailTransport, Postbox } from "../platform/mail/index.ts";
import type { Keyring } from "../platform/master-key/index.ts";
import { AlertDesk, type AlertTargets } from "./alerts/index.ts";
import { BackupDesk, type MakeInChild } from "./backups/index.ts";
import { AckLinks } from "./calls/index.ts";
import { findDuty } from "./duty/index.ts";
import { createReadiness, type Readiness } from "./health/index.ts";
import type { Rule } from "./monitor/index.ts";

export interface OperationsServices {
  /** Alerts to operators. */
  alerts: AlertDesk;
  /** Rules of the alerts monitor: built in, or those of ALERT_RULES_FILE. Replaced in place when they are read again. */
  alertRules: Rule[];
  backups: BackupDesk;
  /** Whether the process is ready. */
  readiness: () => Promise<Readiness>;
}

interface Needs {
  clock: Clock;
  live: Database;
  sandbox: Database;
  keyring: Keyring;
  jobs: JobMonitor;
  mail: { postbox: Postbox; transport: MailTransport } | null;
  policies: { rules: readonly Rule[] };
  alertTargets: AlertTargets;
  /** Where backups are kept, and how one is made. */
  backupPlace: { directory: string; makeInChild: MakeInChild };
  baseUrl: () => string;
}

export function openOperations(parts: Needs): OperationsServices {
  const { clock, live, sandbox, keyring, jobs, mail, baseUrl, backupPlace } = parts;
  const duty: AlertDesk["parts"]["duty"] = (sql, now) => findDuty(sql, keyring, now);
  return {
    alerts: new AlertDesk({ ...parts.alertTargets, mail, links: new AckLinks(keyring), duty, baseUrl }),
    alertRules: [...parts.policies.rules],
    backups: new BackupDesk(backupPlace.directory, clock, backupPlace.makeInChild),
    readiness: createReadiness(clock, { live_db: live, sandbox_db: sandbox }, () => jobs.fault()),
  };
}
