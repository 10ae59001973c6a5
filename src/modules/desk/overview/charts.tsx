/** @jsxImportSource preact */

import type { JSX } from "preact";
import { HOUR_MS } from "../../../kit/clock.ts";
import { formatFigure, sum } from "../../../kit/figures.ts";
import { fromHundredths } from "../../../kit/money.ts";
import { LineChart, PartnerLink, type Series, Shares, Time } from "../../../pages/index.ts";
import { describeChange, describeTotal, milliseconds } from "./figures.tsx";
import { addressDuring, addressSince, DELIVERIES, LEDGER } from "./lists.ts";
import { enumerateStarts, labelStart, type Values } from "./range.ts";
import { MAX_DELIVERIES_COUNTED, type Period } from "./read-period.ts";

interface ChartsProps {
  period: Period;
  /** Whether each chart shows the range before, too. */
  compare: boolean;
  now: number;
}

/** Small charts side by side, each with its figures as a table and a link to what it counts. */
export function PeriodCharts(props: ChartsProps): JSX.Element {
  return (
    <div class="chart-grid-small">
      <RequestCharts {...props} />
      <DeliveryChart {...props} />
      <MoneyCharts {...props} />
      <AuditChart {...props} />
    </div>
  );
}

const count = (value: number) => formatFigure(value);

function axisOf({ span }: Period): { labelHead: string; labels: string[] } {
  return {
    labelHead: span.range.step < 24 ? "Hour (UTC)" : "Day (UTC)",
    labels: enumerateStarts(span).map((at) => labelStart(at, span)),
  };
}

/** Cells of the figures that lead to their point's records in a list. */
function linkedTo(path: string, { span }: Period) {
  const starts = enumerateStarts(span);
  return {
    cells: {
      label: (index: number) => {
        const at = starts[index] ?? 0;
        return <a href={addressDuring(path, at, at + span.range.step * HOUR_MS)}>{labelStart(at, span)}</a>;
      },
    },
  };
}

function beforeOf(values: Values<number | null>, { compare, period }: ChartsProps): Series[] {
  return compare ? [{ name: `the ${period.span.range.words} before`, values: values.before }] : [];
}

function RequestCharts(props: ChartsProps): JSX.Element {
  const { period } = props;
  const { requests, errors, serverErrors, p95, span } = period;
  return (
    <>
      <LineChart
        {...axisOf(period)}
        id="requests-chart"
        title="Requests and errors"
        aside={<a href="/admin/ops/digest#errors">Refused requests</a>}
        summary={`${describeTotal(requests)} requests in ${span.range.words}, ${describeTotal(errors)} of them refused or failed; ${describeChange(requests, span.range.words)}.`}
        series={[
          { name: "requests", values: requests.now },
          { name: "4xx and 5xx", values: errors.now },
          { name: "5xx", values: serverErrors.now },
          ...beforeOf(requests, props),
        ]}
        format={count}
      />
      <LineChart
        {...axisOf(period)}
        id="p95-chart"
        title="Latency, 95th percentile"
        aside={<a href="/status">Status page</a>}
        summary={`95th percentile of response times in ${span.range.words}.`}
        series={[{ name: "p95", values: p95.now }, ...beforeOf(p95, props)]}
        format={milliseconds}
      />
    </>
  );
}

function DeliveryChart(props: ChartsProps): JSX.Element {
  const { created, dead, backlog, span } = props.period;
  const states = Object.entries(backlog.counts).filter(([, each]) => each > 0);
  const waiting = states.map(([state, each]) => `${count(each)} ${state.replaceAll("_", " ")}`).join(", ");
  const due = backlog.oldestDueAt;
  return (
    <LineChart
      {...axisOf(props.period)}
      {...linkedTo(DELIVERIES, props.period)}
      id="deliveries-chart"
      title="Deliveries"
      aside={<a href={addressSince(DELIVERIES, span)}>Deliveries</a>}
      note={
        <>
          Now: {waiting === "" ? "none waits" : waiting}
          {due !== null && due <= props.now && (
            <>
              ; the oldest was due <Time at={due} now={props.now} />
            </>
          )}
          .
        </>
      }
      summary={`${describeTotal(created, MAX_DELIVERIES_COUNTED)} deliveries created, ${count(sum(dead.now))} dead letters; ${describeChange(created, span.range.words, MAX_DELIVERIES_COUNTED)}.`}
      series={[
        { name: "created", values: created.now },
        { name: "dead letters", values: dead.now },
        ...beforeOf(created, props),
      ]}
      format={(value) => `${count(value)}${value === MAX_DELIVERIES_COUNTED ? " or more" : ""}`}
    />
  );
}

function MoneyCharts(props: ChartsProps): JSX.Element {
  const { entries, settled, span } = props.period;
  return (
    <>
      <LineChart
        {...axisOf(props.period)}
        {...linkedTo(LEDGER, props.period)}
        id="credits-chart"
        title="Credits and debits"
        aside={<a href={addressSince(LEDGER, span)}>Ledger</a>}
        summary={`${count(sum(entries.now))} ledger entries; ${describeChange(entries, span.range.words)}.`}
        series={[{ name: "ledger entries", values: entries.now }, ...beforeOf(entries, props)]}
        format={count}
      />
      <PartnerCredits period={props.period} />
      <LineChart
        {...axisOf(props.period)}
        id="settlements-chart"
        title="Settlements"
        aside={<a href="/admin/settlements">Settlements</a>}
        summary={`${count(sum(settled.now))} conversions and claims settled; ${describeChange(settled, span.range.words)}.`}
        series={[{ name: "settled", values: settled.now }, ...beforeOf(settled, props)]}
        format={count}
      />
    </>
  );
}

function PartnerCredits({ period: { credits, span } }: Pick<ChartsProps, "period">): JSX.Element | null {
  const total = sum(credits.map(({ credited }) => credited));
  if (total === 0) return null;
  return (
    <Shares
      id="partners-chart"
      title="Credits by partner"
      aside={<a href="/admin/partners">Partners</a>}
      summary={`Salutes credited by partners' keys on the UTC days of the last ${span.range.words}, and by claims that they issued.`}
      labelHead="Partner"
      valueHead="Salutes"
      parts={credits.map(({ name, credited }) => {
        const [share, value] = [credited / total, formatFigure(fromHundredths(credited), 2)];
        const percent = `${formatFigure(share * 100, 1)} %`;
        return {
          label: name,
          share,
          value,
          cells: { label: <PartnerLink name={name} />, value, share: percent },
        };
      })}
    />
  );
}

function AuditChart({ period: { audits } }: ChartsProps): JSX.Element | null {
  if (audits.length === 0) return null;
  return (
    <LineChart
      id="anomalies-chart"
      title="Anomalies by day"
      aside={<a href="/admin/transparency">Audits</a>}
      summary="Anomalies found by the daily audits of the token in the last two weeks."
      labelHead="Day (UTC)"
      labels={audits.map(({ label }) => label)}
      series={[
        { name: "rows", values: audits.map(({ rows }) => rows) },
        { name: "transactions", values: audits.map(({ signatures }) => signatures) },
      ]}
      format={count}
    />
  );
}
