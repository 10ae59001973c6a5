/** @jsxImportSource preact */

import type { Static } from "@sinclair/typebox";
import type { JSX } from "preact";
import {
  formToken,
  KeyValue,
  PartnerLink,
  type Reader,
  StatusMark,
  Table,
  Time,
} from "../../../pages/index.ts";
import { type IncidentState, newIncidentPath, publicIncidentPath } from "../../status/incidents/index.ts";
import type { ShownIncident } from "../../status/system/index.ts";
import type { IncidentDetail } from "./model.ts";
import type { AffectedPartner } from "./partner-store.ts";
import { UpdateForm } from "./update-form.tsx";

type Detail = Static<typeof IncidentDetail>;

interface IncidentPageProps {
  incident: ShownIncident;
  detail: Detail;
  partners: readonly AffectedPartner[];
  template: { state: IncidentState; text: string } | null;
  reader: Reader;
  now: number;
}

/** An incident for those who work on it: facts, updates, timeline, and what it affects. */
export function IncidentContent(props: IncidentPageProps): JSX.Element {
  const { incident, detail, reader, template, now } = props;
  const { id, severity, state, source } = incident;
  const token = formToken(reader);
  return (
    <>
      <p class="lead">
        <StatusMark status={incident.endedAt === null ? severity : "ok"} word={state} />
      </p>
      <Facts {...props} />
      {source === "operator" && token !== null && (
        <UpdateForm incident={incident} token={token} template={template} />
      )}
      <Timeline entries={detail.timeline} now={now} />
      <Checks checks={detail.checks} />
      <Partners {...props} />
      <p class="sources">
        <a href="/admin/ops/incidents">All incidents</a>;{" "}
        <a href={`/admin/ops/incidents/detail.json?id=${id}`}>this one as JSON</a>; draft of its report:{" "}
        <a href={`/admin/ops/incidents/draft.md?id=${id}`}>Markdown</a>,{" "}
        <a href={`/admin/ops/incidents/draft.txt?id=${id}`}>text</a>
      </p>
    </>
  );
}

function Facts({ incident, detail, reader, now }: IncidentPageProps): JSX.Element {
  const { id, title, severity, startedAt, endedAt, source, isPublic, checks } = incident;
  const { deliveries, refusals_403: refused } = detail;
  return (
    <>
      <KeyValue
        rows={[
          ["Source", source],
          ["Severity", severity],
          ["Start", <Time key="start" at={startedAt} now={now} />],
          ["End", endedAt === null ? "open" : <Time key="end" at={endedAt} now={now} />],
          ["Shown to", isPublic ? <a href={publicIncidentPath(id)}>everyone</a> : "operators only"],
          [
            "Meanwhile",
            `${deliveries.made} deliveries, ${deliveries.dead_letters} dead letters, ${refused.count} refusals (403)`,
          ],
        ]}
      />
      {source === "automatic" && reader.role !== "viewer" && (
        <p>
          Checks opened this incident and close it; it takes no updates.{" "}
          <a class="button" href={newIncidentPath({ title, severity, checks, startedAt })}>
            Declare an incident from it
          </a>
        </p>
      )}
    </>
  );
}

function Timeline({ entries, now }: { entries: Detail["timeline"]; now: number }): JSX.Element {
  return (
    <section>
      <h2 id="timeline">Timeline</h2>
      <Table
        caption="Timeline, oldest first"
        columns={[
          { head: "Time", cell: ({ at }) => <Time at={Date.parse(at)} now={now} /> },
          { head: "Event", cell: ({ text }) => <span class="lines anywhere">{text}</span> },
        ]}
        rows={entries.map((entry, index) => ({ ...entry, index }))}
        keyOf={({ index }) => index}
      />
    </section>
  );
}

function Checks({ checks }: { checks: Detail["checks"] }): JSX.Element {
  return (
    <section>
      <h2 id="checks">Affected checks</h2>
      {checks.length === 0 ? (
        <p>The whole service; every check is ok now.</p>
      ) : (
        <Table
          caption="Affected checks and their state now"
          columns={[
            { head: "Check", cell: ({ check, title }) => <a href={`/admin/alerts#${check}`}>{title}</a> },
            { head: "Now", cell: ({ status_now }) => <StatusMark status={status_now} /> },
            { head: "Message", cell: ({ message }) => message },
          ]}
          rows={checks}
          keyOf={({ check }) => check}
        />
      )}
    </section>
  );
}

function Partners({ partners }: IncidentPageProps): JSX.Element {
  return (
    <section>
      <h2 id="partners">Affected partners</h2>
      {partners.length === 0 ? (
        <p>None had failed requests or dead letters during the incident.</p>
      ) : (
        <Table
          caption="Partners with failed requests or dead letters during the incident"
          columns={[
            { head: "Partner", cell: ({ name }) => <PartnerLink name={name} /> },
            {
              head: "Failed requests (500 and above)",
              cell: ({ serverErrors }) => serverErrors.toLocaleString("en"),
              numeric: true,
            },
            {
              head: "Dead letters",
              cell: ({ deadLetters }) => deadLetters.toLocaleString("en"),
              numeric: true,
            },
          ]}
          rows={partners}
          keyOf={({ name }) => name}
        />
      )}
    </section>
  );
}
