/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Table, Tiles } from "../../../pages/index.ts";
import type { KindMovement, MonthlyReport, PartnerReport } from "./model.ts";

type Ledger = Omit<PartnerReport["ledger"], "movements"> & {
  movements: readonly (KindMovement & { reason?: string })[];
};

/** Words for the kinds of movements. */
const KINDS: Readonly<Record<string, string>> = {
  partner: "Calls of the partner",
  batch: "Batches of the partner",
  conversion: "Conversions and returns",
  claim: "Donation claims",
  adjustment: "Adjustments by operators",
  reversal: "Reversals by operators",
  user: "Forfeited balances",
  miniapp: "Mini-app",
  other: "Several",
};

const figure = (value: number) => value.toLocaleString("en");

/** A month of the ledger from its opening to its closing; movements by kind, or by reason if they have one. */
export function LedgerSection({ ledger }: { ledger: Ledger }): JSX.Element {
  const none = { credits: null, credited: null, debits: null, debited: null };
  const line = (name: string, salutes: number) => ({ ...none, name, kind: "", salutes });
  const rows = [
    line("Opening", ledger.opening),
    ...ledger.movements.map(({ kind, reason, ...sums }) => ({
      ...sums,
      kind: KINDS[kind] ?? kind,
      name: reason ?? KINDS[kind] ?? kind,
      salutes: Math.round((sums.credited - sums.debited) * 100) / 100,
    })),
    line("Closing", ledger.closing),
  ];
  const isByReason = ledger.movements.some(({ reason }) => reason !== undefined);
  const cell = (value: number | null) => (value === null ? "" : figure(value));
  return (
    <section>
      <h2>Ledger</h2>
      <Table
        caption="Movements of the ledger in salutes"
        columns={[
          {
            head: isByReason ? "Reason" : "Movement",
            cell: ({ name }) => <span class="roomy">{name}</span>,
          },
          ...(isByReason ? [{ head: "Kind", cell: ({ kind }: { kind: string }) => kind }] : []),
          { head: "Credits", cell: ({ credits }) => cell(credits), numeric: true },
          { head: "Credited", cell: ({ credited }) => cell(credited), numeric: true },
          { head: "Debits", cell: ({ debits }) => cell(debits), numeric: true },
          { head: "Debited", cell: ({ debited }) => cell(debited), numeric: true },
          { head: "Salutes", cell: ({ salutes }) => figure(salutes), numeric: true },
        ]}
        rows={rows}
        keyOf={({ name, kind }) => `${name} ${kind}`}
      />
      {ledger.verified_at !== null && (
        <p class="note">
          The closing agrees with the month's {figure(ledger.entries)} entries and with the users' balances:
          verified {minute(ledger.verified_at)} UTC.
        </p>
      )}
    </section>
  );
}

export function SettlementSection({ rows }: { rows: PartnerReport["settlements"] }): JSX.Element {
  return (
    <section>
      <h2>Settlements</h2>
      {rows.length === 0 ? (
        <p>No conversion or claim was settled in this month.</p>
      ) : (
        <Table
          caption="Settlements by currency"
          columns={[
            {
              head: "What",
              cell: ({ pays_for, state }) =>
                pays_for === "claim"
                  ? "Claims paid"
                  : `Conversions ${state === "settled" ? "paid" : "returned"}`,
            },
            { head: "Currency", cell: ({ currency }) => <span class="anywhere">{currency}</span> },
            { head: "Number", cell: ({ count }) => figure(count), numeric: true },
            { head: "Amount", cell: ({ amount }) => amount, numeric: true },
            {
              head: "Salutes",
              cell: ({ salutes }) => (salutes === null ? "" : figure(salutes)),
              numeric: true,
            },
          ]}
          rows={rows}
          keyOf={({ pays_for, state, currency }) => `${pays_for} ${state} ${currency}`}
        />
      )}
    </section>
  );
}

export function UsageSection({ rows }: { rows: PartnerReport["usage"] }): JSX.Element {
  return (
    <section>
      <h2>Usage</h2>
      {rows.length === 0 ? (
        <p>No request with a live key was counted in this month.</p>
      ) : (
        <Table
          caption="Requests by key"
          columns={[
            { head: "Key", cell: ({ key_id }) => <span class="anywhere">{key_id}</span> },
            { head: "Requests", cell: ({ requests }) => figure(requests), numeric: true },
            { head: "Errors", cell: ({ errors }) => figure(errors), numeric: true },
            { head: "Server errors", cell: ({ server_errors }) => figure(server_errors), numeric: true },
            { head: "Rate limited", cell: ({ rate_limited }) => figure(rate_limited), numeric: true },
          ]}
          rows={rows}
          keyOf={({ key_id }) => key_id}
        />
      )}
    </section>
  );
}

export function DeliverySection({ deliveries }: { deliveries: PartnerReport["deliveries"] }): JSX.Element {
  return (
    <section>
      <h2>Deliveries</h2>
      <Tiles
        tiles={[
          { label: "Created", value: figure(deliveries.created) },
          { label: "Delivered", value: figure(deliveries.delivered) },
          { label: "Waiting", value: figure(deliveries.waiting) },
          { label: "Dead letters", value: figure(deliveries.dead_letters) },
          { label: "Cancelled", value: figure(deliveries.cancelled) },
        ]}
      />
    </section>
  );
}

export function IncidentSection({ incidents }: Pick<MonthlyReport, "incidents">): JSX.Element {
  const span = ({ started_at, ended_at }: MonthlyReport["incidents"][number]) =>
    `${minute(started_at)} to ${ended_at === null ? "now" : minute(ended_at)}`;
  return (
    <section>
      <h2>Incidents</h2>
      {incidents.length === 0 ? (
        <p>No incident was open in this month.</p>
      ) : (
        <Table
          caption="Incidents that were open in the month, newest first"
          columns={[
            { head: "Incident", cell: ({ title }) => <span class="roomy">{title}</span> },
            { head: "Severity", cell: ({ severity }) => severity },
            { head: "State", cell: ({ state }) => state },
            { head: "Time (UTC)", cell: span },
          ]}
          rows={incidents}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  );
}

function minute(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

/** Rows of the table of partners: more would only make the page slow. */
const PARTNERS_SHOWN = 100;

/** All partners, one per row. @param href page of a partner's month */
export function PartnersSection({
  partners,
  href,
}: Pick<MonthlyReport, "partners"> & { href: (partner: string) => string }): JSX.Element {
  const requests = ({ usage }: PartnerReport) => usage.reduce((sum, key) => sum + key.requests, 0);
  const sum = ({ ledger }: PartnerReport, side: "credited" | "debited") =>
    Math.round(ledger.movements.reduce((total, each) => total + each[side] * 100, 0)) / 100;
  return (
    <section>
      <h2>Partners</h2>
      <Table
        caption="The month of each partner"
        columns={[
          {
            head: "Partner",
            cell: ({ partner }) => (
              <a href={href(partner)} title={partner} class="name">
                {partner}
              </a>
            ),
          },
          { head: "Opening", cell: ({ ledger }) => figure(ledger.opening), numeric: true },
          { head: "Credited", cell: (row) => figure(sum(row, "credited")), numeric: true },
          { head: "Debited", cell: (row) => figure(sum(row, "debited")), numeric: true },
          { head: "Closing", cell: ({ ledger }) => figure(ledger.closing), numeric: true },
          { head: "Requests", cell: (row) => figure(requests(row)), numeric: true },
          { head: "Deliveries", cell: ({ deliveries }) => figure(deliveries.created), numeric: true },
          { head: "Dead letters", cell: ({ deliveries }) => figure(deliveries.dead_letters), numeric: true },
        ]}
        rows={partners.slice(0, PARTNERS_SHOWN)}
        keyOf={({ partner_id }) => partner_id}
      />
      {partners.length > PARTNERS_SHOWN && (
        <p class="note">
          The first {PARTNERS_SHOWN} of {figure(partners.length)} partners by name. All are in the JSON of
          this page, and each can be chosen above.
        </p>
      )}
    </section>
  );
}

/** Sentences on figures that may still change. */
export function Provisional({ reasons }: { reasons: readonly string[] }): JSX.Element | null {
  if (reasons.length === 0) return null;
  return (
    <div class="note">
      <p>
        <strong>Provisional figures.</strong> {reasons.join(" ")}
      </p>
    </div>
  );
}
