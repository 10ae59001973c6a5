/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  Action,
  type DataColumn,
  DataTable,
  EmptyState,
  ListAddress,
  type ListQuery,
  numberColumn,
  type Reader,
  Time,
} from "../../../pages/index.ts";
import { DIGEST_PATH, type ExportedSuppressions, type SuppressionShape } from "./model.ts";

type Rule = Static<typeof SuppressionShape>;

interface RulesProps {
  rules: Static<typeof ExportedSuppressions>;
  applied: readonly { id: string; count: number }[];
  reader: Reader;
  query: ListQuery;
  now: number;
}

export const FORMS = `${DIGEST_PATH}/suppressions`;
/** The page with the form of a new rule. */
export const CREATE_PATH = `${FORMS}/new`;

/** Rules in force and expired, each with its removal; more are added on a page of their own. */
export function Rules({ rules, applied, reader, query, now }: RulesProps): JSX.Element {
  const mayChange = reader.role !== "viewer" && reader.csrfToken !== null && rules.warnings.length === 0;
  const matches = new Map(applied.map(({ id, count }) => [id, count]));
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
      <DataTable
        caption="Suppression rules"
        list={new ListAddress(DIGEST_PATH, query)}
        columns={[
          ...columnsAt(now),
          numberColumn<Rule>({ id: "matches", head: "Matches", value: ({ id }) => matches.get(id) ?? 0 }),
          ...(mayChange ? [removalColumn(rules.revision, reader.csrfToken ?? "")] : []),
        ]}
        rows={[...rules.suppressions, ...rules.expired]}
        keyOf={({ id }) => id}
      >
        <EmptyState title="Rules will be here, including expired ones.">
          A rule excludes known refusals from spikes.
        </EmptyState>
      </DataTable>
    </>
  );
}

function columnsAt(now: number): DataColumn<Rule>[] {
  return [
    {
      id: "rule",
      head: "Rule",
      value: ({ path_glob }) => path_glob,
      cell: (rule) => <Condition rule={rule} />,
    },
    {
      id: "note",
      head: "Note",
      value: ({ note }) => note,
      cell: ({ note }) => <span class="roomy">{note}</span>,
    },
    { id: "owner", head: "Owner", value: ({ owner }) => owner },
    {
      id: "expires",
      head: "Expires",
      isMain: true,
      value: ({ expires_at }) => expires_at,
      cell: (rule) => <Expiry rule={rule} now={now} />,
    },
    { id: "id", head: "Id", isExtra: true, value: ({ id }) => id },
  ];
}

function removalColumn(
  revision: Static<typeof ExportedSuppressions>["revision"],
  csrfToken: string,
): DataColumn<Rule> {
  return {
    id: "change",
    head: "Change",
    value: () => null,
    cell: ({ id }) => (
      <Action to={`${FORMS}/remove`} of={{ id }} csrfToken={csrfToken} label="Remove rule" dangerous>
        <input type="hidden" name="expected_revision" value={revision} />
      </Action>
    ),
  };
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
