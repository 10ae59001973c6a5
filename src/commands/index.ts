import { alertsCommands } from "./alerts.ts";
import { auditsCommands } from "./audits.ts";
import { backupCommands } from "./backup.ts";
import { call } from "./call.ts";
import { check } from "./check.ts";
import { claimsCommands } from "./claims.ts";
import type { Command } from "./command.ts";
import { conversionsCommands } from "./conversions.ts";
import { deskCommands } from "./desk.ts";
import { doctor } from "./doctor.ts";
import { fairPlayVerify } from "./fair-play.ts";
import { jobsCommands } from "./jobs.ts";
import { keyfilesCommands } from "./keyfiles.ts";
import { keysCommands } from "./keys.ts";
import { logCommands } from "./log.ts";
import { maintenanceCommands } from "./maintenance.ts";
import { masterKeyCommands } from "./master-key.ts";
import { migrate } from "./migrate.ts";
import { openapi } from "./openapi.ts";
import { operatorsCommands } from "./operators.ts";
import { restore, resume } from "./restore.ts";
import { safeModeCommands } from "./safe-mode.ts";
import { sandboxCommands } from "./sandbox.ts";
import { promote } from "./second-machine/promote.ts";
import { standby } from "./second-machine/standby.ts";
import { switchover } from "./second-machine/switchover.ts";
import { serve } from "./serve.ts";
import { serviceCommands } from "./service.ts";
import { trackTokensCommands } from "./track-tokens.ts";
import { upgrade } from "./upgrade.ts";
import { version } from "./version.ts";

/** Every command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  serve,
  ...keysCommands,
  ...operatorsCommands,
  ...conversionsCommands,
  ...maintenanceCommands,
  ...trackTokensCommands,
  ...claimsCommands,
  ...sandboxCommands,
  ...jobsCommands,
  call,
  check,
  doctor,
  ...safeModeCommands,
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
  migrate,
  openapi,
  ...serviceCommands,
  upgrade,
  version,
];
