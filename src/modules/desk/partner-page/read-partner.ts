import type { Sql } from "../../../db/sql.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { type KeyRow, keyView, listPartnerKeys } from "../../access/keys/index.ts";
import {
  type DayTraffic,
  readLastUse,
  readTrafficByDay,
  type UsageRecorder,
} from "../../access/usage/index.ts";
import { readPromotionReport } from "../../sandbox/promotion/index.ts";
import { countByState } from "../../webhooks/deliveries/index.ts";
import { listEndpoints } from "../../webhooks/delivery-desk/index.ts";
import { countRefusals, type RefusalCount, type RequestLog } from "../request-log/index.ts";
import { countPartnerUsers, findPartner, listPartnerUsers, type PartnerUser } from "./store.ts";

export interface PartnerParts {
  live: { read: Sql };
  sandbox: { read: Sql };
  usage: UsageRecorder;
  requestLog: RequestLog;
}

export interface PartnerKey {
  row: KeyRow;
  lastUseAt: number | null;
  /** Promotion checks of a sandbox key; null for a live key. */
  promotion: { passed: number; of: number; ready: boolean } | null;
}

/** Data of a partner's page. */
export interface PartnerFacts {
  name: string;
  createdAt: number;
  keys: PartnerKey[];
  usage: DayTraffic[];
  errors: RefusalCount[];
  endpoints: ReturnType<typeof listEndpoints>;
  deliveries: ReturnType<typeof countByState>;
  users: PartnerUser[];
  userCount: number;
  hasMoreUsers: boolean;
}

export const USAGE_DAYS = 30;
export const ERROR_DAYS = 7;
const MAX_ERRORS_COUNTED = 5_000;
const ERRORS_SHOWN = 30;
const KEYS_SHOWN = 100;
const WEBHOOKS_SHOWN = 50;
/** Newest attempts per webhook that determine its health. */
const ATTEMPTS_CONSIDERED = 100;
const USERS_SHOWN = 20;
export const MAX_USERS_COUNTED = 100_000;

/** @param before lists only users with a lower id. @throws Problem not_found */
export function readPartner(
  parts: PartnerParts,
  { name, before, now }: { name: string; before: number | null; now: number },
): PartnerFacts {
  const { live, sandbox, usage, requestLog } = parts;
  const files = [live.read, sandbox.read];
  const [own, inSandbox] = files.map((sql) => findPartner(sql, name));
  const createdAt = own?.created_at ?? inSandbox?.created_at;
  if (createdAt === undefined)
    throw new Problem("not_found", `Choose a partner from the list: there is no partner ${name}.`);
  const rows = files.flatMap((sql) => listPartnerKeys(sql, name, KEYS_SHOWN));
  const keyIds = rows.map(({ key_id }) => key_id);
  const id = own?.id ?? 0;
  const users = listPartnerUsers(live.read, id, { before, limit: USERS_SHOWN + 1 });
  return {
    name,
    createdAt,
    keys: rows.map((row) => keyFacts(parts, row, now)),
    usage: readTrafficByDay(files, usage, { keyIds, days: USAGE_DAYS, now }),
    errors: countRefusals(live.read, requestLog, {
      callers: keyIds,
      since: now - ERROR_DAYS * DAY_MS,
      limit: MAX_ERRORS_COUNTED,
    }).slice(0, ERRORS_SHOWN),
    endpoints: listEndpoints(live.read, id, { attempts: ATTEMPTS_CONSIDERED, limit: WEBHOOKS_SHOWN }),
    deliveries: countByState(live.read, id),
    users: users.slice(0, USERS_SHOWN),
    userCount: countPartnerUsers(live.read, id, MAX_USERS_COUNTED + 1),
    hasMoreUsers: users.length > USERS_SHOWN,
  };
}

function keyFacts({ live, sandbox, usage }: PartnerParts, row: KeyRow, now: number): PartnerKey {
  const isSandbox = row.mode === "sandbox";
  return {
    row,
    lastUseAt: readLastUse((isSandbox ? sandbox : live).read, usage, row.key_id),
    promotion: isSandbox ? promotionOf(sandbox.read, row, now) : null,
  };
}

function promotionOf(sandbox: Sql, row: KeyRow, now: number): PartnerKey["promotion"] {
  const key = { keyId: row.key_id, partner: row.partner, scopes: keyView(row).scopes };
  const { passed_count, checks_count, ready } = readPromotionReport(sandbox, key, now);
  return { passed: passed_count, of: checks_count, ready };
}
