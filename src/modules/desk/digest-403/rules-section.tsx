/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import { Action, EmptyState, type Reader, Table, Time } from "../../../pages/index.ts";
import type { ExportedSuppressions, SuppressionShape } from "./model.ts";

type Rule = Static<typeof SuppressionShape>;

interface RulesProps {
  rules: Static<typeof ExportedSuppressions>;
  applied: readonly { id: string; count: number }[];
  reader: Reader;
  now: number;
}

export const FORMS = "/admin/ops/403-digest/suppressions";
/** The page with the form of a new rule. */
export const CREATE_PATH = `${FORMS}/new`;

/** Rules in force and expired, each with its removal; more are added on a page of their own. */
export function Rules({ rules, applied, reader, now }: RulesProps): JSX.Element {
  const mayChange = reader.role !== "viewer" && reader.csrfToken !== null && rules.warnings.length === 0;
  const matches = new Map(applied.map(({ id, count }) => [id, count]));
  const all = [...rules.suppressions, ...rules.expired];
  const token = reader.csrfToken ?? "";
  return (
    <>
      <h2 id="rules">Suppression rules</h2>
      <p>
        Refusals that match a rule are still counted, but separately. Rules as{" "}
        <a href={`${FORMS}/export.json`}>JSON</a>.
      </p>
      {mayChange && (
        <p>
          <a class="button" href={CREATE_PATH}>
            Add rule
          </a>
        </p>
      )}
      {all.length === 0 ? (
        <EmptyState title="Rules will be here, including expired ones.">
          A rule excludes known refusals from spikes.
        </EmptyState>
      ) : (
        <Table
          caption="Suppression rules"
          columns={[
            { head: "Rule", cell: (rule) => <Condition rule={rule} /> },
            { head: "Note", cell: ({ note }) => note },
            { head: "Owner", cell: ({ owner }) => owner },
            { head: "Expires", cell: (rule) => <Expiry rule={rule} now={now} /> },
            { head: "Matches", cell: ({ id }) => matches.get(id) ?? 0, numeric: true },
            {
              head: "Change",
              cell: ({ id }) =>
                mayChange && (
                  <Action to={`${FORMS}/remove`} of={{ id }} csrfToken={token} label="Remove rule" dangerous>
                    <input type="hidden" name="expected_revision" value={rules.revision} />
                  </Action>
                ),
            },
          ]}
          rows={all}
          keyOf={({ id }) => id}
        />
      )}
    </>
  );
}

function Condition({ rule: { id, path_glob, method, reason, key_id, source } }: { rule: Rule }): JSX.Element {
  const more = [method, reason, key_id, source].filter((each) => each !== null).join(", ");
  return (
    <>
      <code>{path_glob}</code> {more} <small>({id})</small>
    </>
  );
}

function Expiry({ rule: { expires_at }, now }: { rule: Rule; now: number }): JSX.Element {
  const at = Date.parse(expires_at);
  return (
    <>
      <Time at={at} now={now} />
      {at <= now && " expired"}
    </>
  );
}
