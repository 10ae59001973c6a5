/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../../db/database.ts";
import { ShownQuery } from "../../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import { EnteredTime, OneOf, Text, Words } from "../../../../http/schema/shapes.ts";
import { timeOfEntry } from "../../../../kit/clock.ts";
import type { Site } from "../../../../pages/index.ts";
import { adminForm, adminPage } from "../../../platform/admin-page/index.ts";
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
import { addTriage, listTriage, listTriageHistory, TRIAGE_STATUSES } from "../triage/index.ts";
import { AuditsContent, PATH } from "./admin-page.tsx";
import { RunId } from "./model.ts";
import { readUntriaged } from "./untriaged.tsx";

export interface AuditPageParts {
  site: Site;
  live: Database;
  token: TrackedToken | null;
  audits: AuditRunner;
}

const MAX_SHOWN = 20;

/** The operators' page with runs, thresholds, triage and baseline, and its forms. */
export function auditPages(parts: AuditPageParts): Operation[] {
  const { live, site } = parts;
  const page = adminPage(site, {
    id: "transparencyAdminPage",
    path: PATH,
    summary: "Audit runs, thresholds, triage and baseline",
    title: "Transparency",
    query: Type.Object(ShownQuery),
    content: ({ reader, query, now }) => {
      const { read } = live;
      const id = tokenIdOf(parts);
      const values = readThresholds(read);
      return (
        <AuditsContent
          reader={reader}
          query={query}
          runs={id === null ? [] : listRuns(read, id, MAX_SHOWN)}
          baseline={id === null ? null : findBaseline(read, id)}
          thresholds={THRESHOLDS.map((each) => ({ ...each, value: values.get(each.name) ?? each.default }))}
          changes={listThresholdChanges(read, MAX_SHOWN)}
          untriaged={id === null ? null : readUntriaged(read, id)}
          triage={id === null ? [] : listTriage(read, id, { status: null, limit: MAX_SHOWN })}
          historyOf={(row) => (id === null ? [] : listTriageHistory(read, id, { ...row, limit: MAX_SHOWN }))}
          now={now}
        />
      );
    },
  });
  return [page, runForm(parts), baselineForm(parts), thresholdForm(parts), triageForm(parts)];
}

/** Null until the chain was first read. */
function tokenIdOf({ live, token }: AuditPageParts): number | null {
  return token === null ? null : findTokenId(live.read, token.source);
}

function runForm({ site, audits }: AuditPageParts): Operation {
  return adminForm(site, {
    id: "submitAuditRun",
    path: `${PATH}/runs`,
    summary: "Audit a time window now",
    role: "operator",
    form: Type.Object({ from: Type.Optional(EnteredTime()), to: Type.Optional(EnteredTime()) }),
    errors: ["state_conflict", CHAIN_ERRORS.rpc_unavailable],
    done: "Audit started. Its run is listed here once it has finished.",
    submit: async ({ actor, body, now }) => {
      const { from, to } = body;
      const window = {
        from: from === undefined ? null : timeOfEntry(from),
        to: to === undefined ? null : timeOfEntry(to),
      };
      await audits.run(requestedWindow(window, now), actor);
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
    done: ({ run }) => (run === undefined ? "Baseline unpinned." : `Baseline pinned: ${run}.`),
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
      owner: Words(120),
      reason: Words(500),
    }),
    done: ({ parameter, new_value }) => `${parameter} is now ${new_value}, from the next run on.`,
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
      eta_utc: Type.Optional(EnteredTime()),
      note: Type.Optional(Text(2_000)),
    }),
    errors: ["not_found"],
    done: "Triage saved.",
    submit: async ({ actor, body }) => {
      const { signature = null, row_id = null, status, assignee: owner = null, eta_utc, note = null } = body;
      const eta = eta_utc === undefined ? null : timeOfEntry(eta_utc);
      const input = { tokenId: tokenIdOf(parts), signature, row_id, status, owner, eta_utc: eta, note };
      await parts.live.writer.run((tx) => addTriage(tx, actor, input));
      return seeOther(`${PATH}#triage`);
    },
  });
}
