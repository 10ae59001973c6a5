/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../db/database.ts";
import type { Operation } from "../../http/operation.ts";
import { Problem } from "../../http/problem.ts";
import type { Clock } from "../../kit/clock.ts";
import type { Site } from "../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../admin-page/index.ts";
import { findKeyRow, type KeyRow, Secret } from "../keys/index.ts";
import type { Keyring } from "../master-key/index.ts";
import { promoteKey } from "./promote-key.ts";
import { Promotion } from "./promotion-page.tsx";
import { readPromotionReport } from "./read.ts";

export interface PromotionParts {
  site: Site;
  clock: Clock;
  keyring: Keyring;
  live: Database;
  sandbox: Database;
}

const KeyPath = Type.Object({ key_id: Type.String() });
const TITLE = "Promotion";

/** The promotion report of a sandbox key, for every operator, and its promotion by an owner. */
export function promotionPages({ site, clock, keyring, live, sandbox }: PromotionParts): Operation[] {
  const requireSandboxKey = (keyId: string): KeyRow => {
    const row = findKeyRow(sandbox.read, keyId);
    if (row === null)
      throw new Problem("not_found", `Choose a sandbox key from the list: there is no ${keyId}.`);
    return row;
  };
  const reportOf = ({ key_id, partner }: KeyRow) =>
    readPromotionReport(sandbox.read, { keyId: key_id, partner }, clock.now());
  return [
    adminPage(site, {
      id: "promotionPage",
      path: "/admin/keys/{key_id}/promotion",
      summary: "What a sandbox key has shown, and the button that promotes it",
      title: TITLE,
      params: KeyPath,
      errors: ["not_found"],
      content: ({ reader, params }) => (
        <Promotion {...{ reader, report: reportOf(requireSandboxKey(params.key_id)) }} />
      ),
    }),
    adminForm(site, {
      id: "promotePartnerKey",
      path: "/admin/keys/{key_id}/promote",
      summary: "Make the live key of a sandbox key, and show its secret once",
      role: "owner",
      status: 200,
      params: KeyPath,
      errors: ["not_found", "state_conflict"],
      submit: async ({ actor, reader, params }) => {
        const row = requireSandboxKey(params.key_id);
        if (row.status === "disabled")
          throw new Problem("state_conflict", `Admit the key first: ${row.key_id} is disabled.`);
        const report = reportOf(row);
        const issued = await live.writer.run((tx) => promoteKey(tx, actor, keyring, row, report));
        return adminResponse(
          site,
          reader,
          "/admin/partners",
          `Key of ${issued.partner}`,
          <Secret issued={issued} />,
        );
      },
    }),
  ];
}
