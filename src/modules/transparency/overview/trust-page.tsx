/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Layout, type Site, StatusMark } from "../../../pages/index.ts";
import { ConcentrationSection, type Concentrations } from "../concentration/index.ts";
import { type Control, ControlsTable, countStatuses, overallOf } from "../trust-dashboard/index.ts";

interface TrustPageProps {
  site: Site;
  controls: readonly Control[];
  concentration: Concentrations;
  now: number;
}

/** How the project keeps its promises, and how the token is spread. */
export function TrustPage({ site, controls, concentration, now }: TrustPageProps): JSX.Element {
  return (
    <Layout
      site={site}
      path="/transparency/trust"
      title="Trust"
      description="What the project promises, how it keeps that, and where the evidence is."
    >
      <h1>Trust</h1>
      <p class="lead">
        What may be expected of this project, whether it is so, and where you can see that for yourself. What
        was not looked at yet is unknown and counts neither way.
      </p>
      <p>
        <TrustSummary controls={controls} />
      </p>
      <h2 id="controls">Promises</h2>
      <ControlsTable controls={controls} now={now} />
      <p class="sources">
        <a href="/transparency/trust-dashboard.json">Promises as JSON</a>
      </p>
      <h2 id="concentration">Who holds the token</h2>
      <ConcentrationSection found={concentration} now={now} />
    </Layout>
  );
}

const WORDS = {
  ok: "all that is known is as promised",
  warn: "something needs a look",
  bad: "a promise is not kept",
  unknown: "nothing is known yet",
} as const;

/** The worst of the controls in words, and how many stand how. */
export function TrustSummary({ controls }: { controls: readonly Control[] }): JSX.Element {
  const overall = overallOf(controls);
  const { ok, warn, bad, unknown } = countStatuses(controls);
  return (
    <>
      <StatusMark status={overall} word={WORDS[overall]} />{" "}
      <span class="counts">
        {ok} ok, {warn} warn, {bad} bad, {unknown} unknown
      </span>
    </>
  );
}
