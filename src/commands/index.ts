import { alertsCommands } from "./alerts.ts";
import { backupCommands } from "./backups/backup.ts";
import { restore, resume } from "./backups/restore.ts";
import { callCommand } from "./call.ts";
import type { Command } from "./command.ts";
import { deskCommands } from "./desk.ts";
import { eventCommands } from "./events/index.ts";
import { fairPlayVerify } from "./fair-play.ts";
import { keyfilesCommands } from "./keys/keyfiles.ts";
import { keysCommands } from "./keys/keys.ts";
import { logCommands } from "./keys/log.ts";
import { masterKeyCommands } from "./keys/master-key.ts";
import { operatorsCommands } from "./keys/operators.ts";
import { maintenanceCommands } from "./maintenance.ts";
import { openapi } from "./openapi.ts";
import { sandboxCommands } from "./sandbox.ts";
import { promote } from "./second-machine/promote.ts";
import { standby } from "./second-machine/standby.ts";
import { switchover } from "./second-machine/switchover.ts";
import { check } from "./server/check.ts";
import { clockAccept } from "./server/clock.ts";
import { doctor } from "./server/doctor.ts";
import { jobsCommands } from "./server/jobs.ts";
import { migrate } from "./server/migrate.ts";
import { restart } from "./server/restart.ts";
import { safeModeCommands } from "./server/safe-mode.ts";
import { serve } from "./server/serve.ts";
import { storage } from "./server/storage.ts";
import { version } from "./server/version.ts";
import { serviceCommands } from "./service.ts";
import { claimsCommands } from "./settlements/claims.ts";
import { conversionsCommands } from "./settlements/conversions.ts";
import { settlementsImport } from "./settlements/import.ts";
import { ledgerCommands } from "./settlements/ledger.ts";
import { reportsMonth } from "./settlements/reports.ts";
import { auditsCommands } from "./token/audits.ts";
import { trackTokensCommands } from "./track-tokens.ts";
import { upgrade } from "./upgrade.ts";
import { verifyInclusionCommand } from "./verify-inclusion.ts";
import { resolveClientSettings } from "./workspace.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  serve,
  ...keysCommands,
  ...operatorsCommands,
  ...conversionsCommands,
  ...maintenanceCommands,
  ...trackTokensCommands,
  ...claimsCommands,
  ...ledgerCommands,
  settlementsImport,
  reportsMonth,
  ...sandboxCommands,
  ...jobsCommands,
  callCommand(resolveClientSettings),
  ...eventCommands(resolveClientSettings),
  check,
  storage,
  doctor,
  ...safeModeCommands,
  clockAccept,
  ...alertsCommands,
  ...deskCommands,
  ...auditsCommands,
  ...backupCommands,
  restore,
  resume,
  standby,
  promote,
  switchover,
  ...keyfilesCommands,
  ...masterKeyCommands,
  ...logCommands,
  fairPlayVerify,
  verifyInclusionCommand,
  migrate,
  openapi,
  ...serviceCommands,
  restart,
  upgrade,
  version,
];
