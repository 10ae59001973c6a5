/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../../db/database.ts";
import type { Problem } from "../../../../http/answers/problem.ts";
import type { Actor, Operation, OperatorActor } from "../../../../http/operation.ts";
import { seeOther } from "../../../../http/operation.ts";
import { OneOf, Text, Timestamp } from "../../../../http/schema/shapes.ts";
import type { Reader, Site } from "../../../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../../../platform/admin-page/index.ts";
import { CHAIN_ERRORS } from "../../../platform/chain-access/index.ts";
import { findTokenId, type TrackedToken } from "../../../token/figures/index.ts";
import { changeThreshold, listThresholdChanges, readThresholds, THRESHOLDS } from "../policy/index.ts";
import {
  AUDIT_ERRORS,
  type AuditRunner,
  findBaseline,
  listRuns,
  pinBaseline,
  requestedWindow,
} from "../runs/index.ts";
import { addTriage, listTriage, TRIAGE_STATUSES } from "../triage/index.ts";
import { AuditsContent, PATH, type Refusal } from "./admin-page.tsx";
import { RunId } from "./model.ts";

export interface AuditPageParts {
  site: Site;
  live: Database;
  token: TrackedToken | null;
  audits: AuditRunner;
}

const TITLE = "Transparency";
const MAX_SHOWN = 20;

/** The operators' page with runs, thresholds, triage and baseline, and its forms. */
export function auditPages(parts: AuditPageParts): Operation[] {
  const { site } = parts;
  const page = adminPage(site, {
    id: "transparencyAdminPage",
    path: PATH,
    summary: "Audit runs, thresholds, triage and baseline",
    title: TITLE,
    content: ({ reader, now }) => contentOf(parts, { reader, now, refused: null }),
  });
  const forms = [runForm(parts), baselineForm(parts), thresholdForm(parts), triageForm(parts)];
  return [page, ...forms.map((form) => withInlineErrors(parts, form))];
}

interface ContentOptions {
  reader: Reader;
  now: number;
  refused: Refusal | null;
}

function contentOf(parts: AuditPageParts, { reader, now, refused }: ContentOptions) {
  const { read } = parts.live;
  const id = tokenIdOf(parts);
  const values = readThresholds(read);
  return (
    <AuditsContent
      reader={reader}
      runs={id === null ? [] : listRuns(read, id, MAX_SHOWN)}
      baseline={id === null ? null : findBaseline(read, id)}
      thresholds={THRESHOLDS.map((each) => ({ ...each, value: values.get(each.name) ?? each.default }))}
      changes={listThresholdChanges(read, MAX_SHOWN)}
      triage={id === null ? [] : listTriage(read, id, { status: null, limit: MAX_SHOWN })}
      refused={refused}
      now={now}
    />
  );
}

/** Null until the chain was first read. */
function tokenIdOf({ live, token }: AuditPageParts): number | null {
  return token === null ? null : findTokenId(live.read, token.source);
}

/** Answers a rejected form with the page itself, the entered values and the errors beside their fields. */
function withInlineErrors(parts: AuditPageParts, form: Operation): Operation {
  const defaultRefusal = form.refusal;
  const refusal: Operation["refusal"] = (problem, refused) => {
    const { context } = refused;
    const reader = context === null ? null : readerOf(context.actor);
    if (context === null || reader === null || defaultRefusal === undefined)
      return defaultRefusal?.(problem, refused) ?? seeOther(PATH);
    const rejected = refusalOf(form.path, problem, context.body);
    const page = contentOf(parts, { reader, now: context.now, refused: rejected });
    return adminResponse(parts.site, reader, {
      path: PATH,
      title: TITLE,
      content: page,
      status: problem.status,
    });
  };
  return { ...form, refusal };
}

function runForm({ site, audits }: AuditPageParts): Operation {
  return adminForm(site, {
    id: "submitAuditRun",
    path: `${PATH}/runs`,
    summary: "Audit a time window now",
    role: "operator",
    form: Type.Object({ from: Type.Optional(Timestamp()), to: Type.Optional(Timestamp()) }),
    errors: ["state_conflict", CHAIN_ERRORS.rpc_unavailable],
    submit: async ({ body, now }) => {
      await audits.run(requestedWindow(body.from, body.to, now));
      return seeOther(`${PATH}#runs`);
    },
  });
}

function baselineForm(parts: AuditPageParts): Operation {
  return adminForm(parts.site, {
    id: "submitAuditBaseline",
    path: `${PATH}/baseline`,
    summary: "Pin a run as the baseline, or unpin it",
    role: "operator",
    form: Type.Object({ run: Type.Optional(RunId) }),
    errors: [AUDIT_ERRORS.run_not_found, "state_conflict"],
    submit: async ({ actor, body: { run = null } }) => {
      await parts.live.writer.run((tx) => pinBaseline(tx, actor, { tokenId: tokenIdOf(parts), run }));
      return seeOther(`${PATH}#runs`);
    },
  });
}

function thresholdForm({ site, live }: AuditPageParts): Operation {
  return adminForm(site, {
    id: "submitAuditThreshold",
    path: `${PATH}/thresholds`,
    summary: "Change an audit threshold",
    role: "operator",
    form: Type.Object({
      parameter: Text(64),
      new_value: Type.Number(),
      owner: Text(120),
      reason: Text(500),
    }),
    submit: async ({ actor, body }) => {
      await live.writer.run((tx) => changeThreshold(tx, actor, body));
      return seeOther(`${PATH}#thresholds`);
    },
  });
}

function triageForm(parts: AuditPageParts): Operation {
  return adminForm(parts.site, {
    id: "submitAuditTriage",
    path: `${PATH}/triage`,
    summary: "Set the triage status of an anomaly",
    role: "operator",
    form: Type.Object({
      signature: Type.Optional(Text(88)),
      row_id: Type.Optional(Text(16)),
      status: OneOf(TRIAGE_STATUSES),
      assignee: Type.Optional(Text(120)),
      eta_utc: Type.Optional(Timestamp()),
      note: Type.Optional(Text(2_000)),
    }),
    errors: ["not_found"],
    submit: async ({ actor, body }) => {
      const { signature = null, row_id = null, status, assignee: owner = null, eta_utc, note = null } = body;
      const eta = eta_utc === undefined ? null : Date.parse(eta_utc);
      const input = { tokenId: tokenIdOf(parts), signature, row_id, status, owner, eta_utc: eta, note };
      await parts.live.writer.run((tx) => addTriage(tx, actor, input));
      return seeOther(`${PATH}#triage`);
    },
  });
}

function readerOf(actor: Actor): Reader | null {
  if (actor.kind !== "operator") return null;
  const { name, role, session }: OperatorActor = actor;
  return { name, role, csrfToken: session?.csrfToken ?? null };
}

function refusalOf(form: string, { message, options }: Problem, body: unknown): Refusal {
  const entered = Object.entries((body ?? {}) as Record<string, unknown>);
  return {
    form,
    message,
    values: Object.fromEntries(entered.map(([name, value]) => [name, String(value)])),
    faults: new Map((options.details ?? []).map((each) => [each.field, each.message])),
  };
}
