/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Layout, type Site, StatusMark } from "../../../pages/index.ts";
import { ConcentrationSection, type Concentrations } from "../concentration/index.ts";
import {
  CONTROL_KINDS,
  ControlsTable,
  countStatuses,
  judgeOverall,
  type KindedControl,
} from "../trust-dashboard/index.ts";

interface TrustPageProps {
  site: Site;
  controls: readonly KindedControl[];
  concentration: Concentrations;
  now: number;
}

/** Trust controls and concentration of holdings. */
export function TrustPage({ site, controls, concentration, now }: TrustPageProps): JSX.Element {
  return (
    <Layout
      site={site}
      path="/transparency/trust"
      title="Trust"
      description="The project's commitments, whether they are met, and the evidence."
    >
      <h1>Trust</h1>
      <p class="lead">
        The project's commitments, whether they are met, and the evidence for each. Controls that were not
        checked yet are unknown and do not affect the overall status, and neither do fresh proofs.
      </p>
      <p>
        <TrustSummary controls={controls} />
      </p>
      {CONTROL_KINDS.map((kind) => (
        <section key={kind}>
          <h2 id={kind}>{TITLES[kind]}</h2>
          <ControlsTable controls={controls.filter((each) => each.kind === kind)} now={now} />
        </section>
      ))}
      <p class="sources">
        <a href="/transparency/trust-dashboard.json">Controls as JSON</a>
      </p>
      <h2 id="concentration">Concentration of holdings</h2>
      <ConcentrationSection found={concentration} now={now} />
    </Layout>
  );
}

const TITLES = {
  evidence: "Evidence of honesty",
  operations: "Operations",
  freshness: "Freshness of our own proofs",
} as const satisfies Record<KindedControl["kind"], string>;

const WORDS = {
  ok: "all checked controls are met",
  warn: "a control needs attention",
  bad: "a control is not met",
  unknown: "not checked yet",
} as const;

/** The controls' overall status, and the number of controls per status, as the document gives them. */
export function TrustSummary({ controls }: { controls: readonly KindedControl[] }): JSX.Element {
  const overall = judgeOverall(controls);
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
