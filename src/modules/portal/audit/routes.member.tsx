/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import { PeriodFields, readPeriod } from "../../../http/input/period.ts";
import type { MemberActor, Operation } from "../../../http/operation.ts";
import { DAY_MS } from "../../../kit/clock.ts";
import { EmptyState, FilterForm, ListAddress, Table, Time } from "../../../pages/index.ts";
import { type Audience, sessionPage } from "../../platform/admin-page/index.ts";
import { AuditDetails, type AuditEntry, listAuditBetween } from "../../platform/audit/index.ts";
import { listMembersEver } from "../members/index.ts";
import { type OwnFiles, ownNames } from "../own-keys.ts";
import { memberName } from "../sessions/index.ts";

const PATH = "/partners/audit";
const DAYS = 90;
const ROWS = 100;

const TrailQuery = Type.Object(PeriodFields);

/** What a partner's keys and members changed. */
export function auditRoutes(members: Audience<MemberActor>, files: OwnFiles): Operation[] {
  return [
    sessionPage(members, {
      id: "portalAuditPage",
      path: PATH,
      summary:
        "What a partner's keys and members changed, newest first; by default the 90 days up to now, or to the end of the period",
      title: "Audit trail",
      query: TrailQuery,
      content: ({ actor, query, now }) => {
        const { from, to } = readPeriod(query);
        const period = {
          from: from ?? Math.min(to ?? now, now) - DAYS * DAY_MS,
          to: to === null ? now : to - 1,
          kinds: ["partner", "member"] as const,
          actors: ownNames(files, actor.partner),
          limit: ROWS,
        };
        const entries = [files.live, files.sandbox]
          .flatMap(({ read }) => listAuditBetween(read, period))
          .sort((a, b) => b.created_at - a.created_at)
          .slice(0, ROWS);
        const members = new Map(
          listMembersEver(files.live.read, actor.partnerId).map(({ id, name }) => [
            memberName(actor.partner, id),
            name,
          ]),
        );
        return <Trail entries={entries} members={members} list={new ListAddress(PATH, query)} now={now} />;
      },
    }),
  ];
}

interface TrailProps {
  /** Their names by the names of the trail. */
  members: ReadonlyMap<string, string>;
  entries: readonly AuditEntry[];
  list: ListAddress;
  now: number;
}

function Trail({ entries, members, list, now }: TrailProps): JSX.Element {
  return (
    <>
      <FilterForm
        list={list}
        filters={[
          { name: "from", label: "From", kind: "time" },
          { name: "to", label: "To", kind: "time" },
        ]}
      />
      {entries.length === 0 ? (
        <EmptyState title="Changes will be here.">
          Those made on these pages, by your keys to webhooks and deliveries, and links to these pages.
        </EmptyState>
      ) : (
        <Table
          caption="Changes, newest first"
          columns={[
            { head: "When", cell: ({ created_at }) => <Time at={created_at} now={now} /> },
            {
              head: "Who",
              cell: ({ actor, actor_kind }) => (
                <span class="anywhere">
                  {actor_kind === "member" ? (members.get(actor) ?? "these pages") : actor}
                </span>
              ),
            },
            { head: "Change", cell: ({ action }) => <span class="whole">{action}</span> },
            {
              head: "Subject and details",
              cell: ({ subject, details }) => (
                <>
                  <span class="anywhere">{subject}</span>
                  <AuditDetails details={withoutOperator(details)} />
                </>
              ),
            },
          ]}
          rows={entries}
          keyOf={({ id, actor, created_at }) => `${id} ${actor} ${created_at}`}
        />
      )}
      {entries.length === ROWS && (
        <p>These are the newest {ROWS}; an end of the period shows earlier ones.</p>
      )}
    </>
  );
}

/** Partners see that an operator acted, and not which. */
function withoutOperator({ operator, ...details }: AuditEntry["details"]): AuditEntry["details"] {
  return operator === undefined ? details : { ...details, by: "an operator" };
}
