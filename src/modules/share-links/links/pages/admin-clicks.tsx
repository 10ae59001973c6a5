/** @jsxImportSource preact */

import type { JSX } from "preact";
import { DAY_MS, utcDay } from "../../../../kit/clock.ts";
import { LineChart, Table } from "../../../../pages/index.ts";
import { type AdminPageProps, CHART_DAYS } from "./admin-view.ts";

export function Clicks({ days, channels }: AdminPageProps): JSX.Element {
  const total = days.reduce((sum, { human }) => sum + human, 0);
  return (
    <section aria-labelledby="clicks">
      <h2 id="clicks">Clicks</h2>
      <LineChart
        id="clicks-chart"
        title={`Clicks per day, ${CHART_DAYS} days`}
        summary={`${total} human clicks in ${CHART_DAYS} days. Repeated clicks of a visitor within an hour are duplicates.`}
        labelHead="Day (UTC)"
        labels={days.map(({ day }) => utcDay(day * DAY_MS))}
        series={[
          { name: "Human", values: days.map(({ human }) => human) },
          { name: "Preview bots", values: days.map(({ preview_bot }) => preview_bot) },
          { name: "Prefetch and HEAD", values: days.map(({ prefetch, head }) => prefetch + head) },
          { name: "Duplicates", values: days.map(({ duplicate }) => duplicate) },
        ]}
        format={String}
      />
      {channels.length > 0 && (
        <Table
          caption="Clicks by channel"
          columns={[
            { head: "Channel", cell: ({ channel }) => channel },
            { head: "Human", numeric: true, cell: ({ human }) => human },
            { head: "Preview bots", numeric: true, cell: ({ preview_bot }) => preview_bot },
            { head: "Duplicates", numeric: true, cell: ({ duplicate }) => duplicate },
          ]}
          rows={channels}
          keyOf={({ channel }) => channel}
        />
      )}
    </section>
  );
}
