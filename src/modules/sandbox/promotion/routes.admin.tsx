/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { Text } from "../../../http/schema/shapes.ts";
import type { Clock } from "../../../kit/clock.ts";
import type { Site } from "../../../pages/index.ts";
import { findKeyRow, type KeyRow, keyView, Secret } from "../../access/keys/index.ts";
import { adminForm, adminPage, adminResponse } from "../../platform/admin-page/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import type { SandboxFiles } from "../files/index.ts";
import { planPromotion } from "./plan.ts";
import { promoteKey } from "./promote-key.ts";
import { Promotion } from "./promotion-page.tsx";
import { readPromotionReport } from "./read.ts";
import { findRequest, requestRoutes } from "./requests/index.ts";

export interface PromotionParts {
  site: Site;
  clock: Clock;
  keyring: Keyring;
  live: Database;
  sandbox: Database;
  sandboxFiles: SandboxFiles;
}

const KeyPath = Type.Object({ key_id: Type.String() });
const PromoteForm = Type.Object({ confirm: Type.Optional(Text(40)) });
const ResetForm = Type.Object({ partner: Text(40) });
const PAGE = "/admin/keys/{key_id}/promotion";
const TITLE = "Promotion and sandbox";

/**
 * The promotion report of a sandbox key, for every operator; promotion, for owners; and the reset of its partner's
 * sandbox state, for operators.
 */
export function promotionPages(parts: PromotionParts): Operation[] {
  return [reportPage(parts), promoteForm(parts), resetForm(parts), ...requestRoutes(parts.site, parts.live)];
}

function reportPage(parts: PromotionParts): Operation {
  return adminPage(parts.site, {
    id: "promotionPage",
    path: PAGE,
    summary:
      "A sandbox key's promotion report, with the buttons to promote it and to reset its sandbox state",
    title: TITLE,
    params: KeyPath,
    errors: ["not_found"],
    content: ({ reader, params, now }) => {
      const row = requireSandboxKey(parts, params.key_id);
      const report = reportOf(parts, row);
      const props = {
        reader,
        report,
        plan: planPromotion(parts.live.read, { sandboxKey: row, report }),
        hasSandboxState: hasSandboxState(parts, row.partner),
        request: findRequest(parts.live.read, row.key_id),
        now,
      };
      return <Promotion {...props} />;
    },
  });
}

function promoteForm(parts: PromotionParts): Operation {
  const { site, keyring, live } = parts;
  return adminForm(site, {
    id: "promotePartnerKey",
    path: "/admin/keys/{key_id}/promote",
    summary: "Create the live key for a sandbox key, and show its secret once",
    done: null,
    role: "owner",
    status: 200,
    params: KeyPath,
    form: PromoteForm,
    errors: ["not_found", "state_conflict"],
    submit: async ({ actor, reader, params, body }) => {
      const row = requireSandboxKey(parts, params.key_id);
      if (row.status === "disabled")
        throw new Problem("state_conflict", `Enable the key first: ${row.key_id} is disabled.`);
      const report = reportOf(parts, row);
      const isConfirmed = body.confirm === row.partner;
      const issued = await live.writer.run((tx) =>
        promoteKey(tx, actor, { keyring, sandboxKey: row, report, isConfirmed }),
      );
      return adminResponse(site, reader, {
        path: "/admin/partners",
        title: `Key of ${issued.partner}`,
        content: <Secret issued={issued} />,
      });
    },
  });
}

function resetForm(parts: PromotionParts): Operation {
  const { site, live, sandboxFiles } = parts;
  return adminForm(site, {
    id: "resetSandboxOfPartner",
    path: "/admin/keys/{key_id}/reset-sandbox",
    summary: "Reset the sandbox state of a sandbox key's partner to the seed",
    role: "operator",
    params: KeyPath,
    form: ResetForm,
    done: ({ partner }) => `The sandbox state of ${partner} is reset.`,
    errors: ["not_found", "state_conflict"],
    submit: async ({ actor, params, body }) => {
      const { key_id, partner } = requireSandboxKey(parts, params.key_id);
      if (body.partner !== partner) throw invalidPayload("partner", `must be ${partner}, to confirm`);
      if (!hasSandboxState(parts, partner))
        throw new Problem("state_conflict", `Leave it as it is: ${partner} has not used the sandbox yet.`);
      await sandboxFiles.reset(partner);
      await live.writer.run((tx) =>
        recordAudit(tx, actor, { action: "sandbox.reset", subject: partner, details: { key_id } }),
      );
      return seeOther(`/admin/keys/${key_id}/promotion#sandbox`);
    },
  });
}

/** @throws Problem not_found */
function requireSandboxKey({ sandbox }: PromotionParts, keyId: string): KeyRow {
  const row = findKeyRow(sandbox.read, keyId);
  if (row === null)
    throw new Problem("not_found", `Choose a sandbox key from the list: there is no sandbox key ${keyId}.`);
  return row;
}

function reportOf({ sandbox, clock }: PromotionParts, row: KeyRow) {
  const key = { keyId: row.key_id, partner: row.partner, scopes: keyView(row).scopes };
  return readPromotionReport(sandbox.read, key, clock.now());
}

/** Whether the partner has used the sandbox. */
function hasSandboxState({ sandboxFiles }: PromotionParts, partner: string): boolean {
  return sandboxFiles.ids().includes(partner);
}
