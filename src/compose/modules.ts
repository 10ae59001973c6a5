import type { DoctorFacts } from "../doctor/inspection.ts";
import { access } from "../modules/access/module.ts";
import { desk } from "../modules/desk/module.ts";
import { developers } from "../modules/developers/module.ts";
import { ledger } from "../modules/ledger/module.ts";
import { messenger } from "../modules/messenger/module.ts";
import type { Module } from "../modules/module.ts";
import { operations } from "../modules/operations/module.ts";
import { createRollup, type Job } from "../modules/platform/jobs/index.ts";
import { platform } from "../modules/platform/module.ts";
import { createRetention } from "../modules/platform/retention/index.ts";
import { portal } from "../modules/portal/module.ts";
import { sandbox } from "../modules/sandbox/module.ts";
import { shareLinks } from "../modules/share-links/module.ts";
import { status } from "../modules/status/module.ts";
import { CheckSet } from "../modules/status/system/index.ts";
import { token } from "../modules/token/module.ts";
import { transparency } from "../modules/transparency/module.ts";
import { webhooks } from "../modules/webhooks/module.ts";
import type { Services } from "./services.ts";

/** Every module of the build, each after the modules that it depends on. */
export const MODULES: readonly Module<Services, DoctorFacts>[] = [
  platform,
  access,
  webhooks,
  ledger,
  token,
  sandbox,
  transparency,
  status,
  shareLinks,
  messenger,
  operations,
  desk,
  portal,
  developers,
];

/** Every kind of row that is deleted after a time. */
export const RETENTION = MODULES.flatMap(({ retention }) => retention ?? []);

/** Every job of the build. Schedules are staggered so that no two heavy jobs start together. */
export const JOBS: readonly Job<Services>[] = [
  ...MODULES.flatMap(({ jobs }) => jobs ?? []),
  createRollup(() => JOBS.map(({ name }) => name)),
  createRetention(RETENTION),
];

/** Every check of the system's status. */
export const CHECKS = new CheckSet(MODULES.flatMap(({ checks }) => checks ?? []));

/** Every column that the master key seals. */
export const SEALED_TABLES = MODULES.flatMap(({ sealed }) => sealed ?? []);

/** Invariants of every state file for `salute check`, in addition to the file's own integrity. */
export const INVARIANTS = MODULES.flatMap(({ invariants }) => invariants ?? []);

/** Every group of operations. */
export const GROUPS = MODULES.flatMap(({ groups }) => groups ?? []);
