/** @jsxImportSource preact */

import type { JSX } from "preact";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import { StoredPage } from "../../platform/shared-pages/index.ts";
import { findTokenId, readFigure } from "../../token/figures/index.ts";
import { listRuns } from "../audits/runs/index.ts";
import { readConcentration } from "../concentration/index.ts";
import { readHolders } from "../holders/index.ts";
import { worstRows } from "../public-audits/index.ts";
import { readLogHead } from "../signed-log/index.ts";
import { readControls, type TrustSource } from "../trust-dashboard/index.ts";
import type { ChartFigures } from "./charts.tsx";
import { DOCUMENTS, HOLDERS_PATH, SOLVENCY_PATH } from "./documents.ts";
import { OverviewPage } from "./overview-page.tsx";
import { readSummary, type Summary } from "./read-summary.ts";
import { TrustPage } from "./trust-page.tsx";

/** The transparency overview and the trust page. */
export function overviewPageRoutes(site: Site, source: TrustSource): Operation[] {
  const shared = {
    method: "GET",
    group: PAGES_GROUP,
    access: anyone("pages"),
    response: { mediaType: "text/html", description: "The page." },
    validators: true,
  } as const;
  const overview = new StoredPage(site, ({ now }) => overviewPage(site, source, now));
  const trust = new StoredPage(site, async ({ now }) => {
    const controls = await readControls(source, now);
    const concentration = readConcentration(source.live.read, source.token);
    return <TrustPage {...{ site, controls, concentration, now }} />;
  });
  return [
    readOperation({
      ...shared,
      id: "transparencyPage",
      path: "/transparency",
      summary: "Overview of the public records",
      read: (context) => overview.get(context),
    }),
    readOperation({
      ...shared,
      id: "trustPage",
      path: "/transparency/trust",
      summary: "Trust controls and concentration of holdings",
      read: (context) => trust.get(context),
    }),
  ];
}

async function overviewPage(site: Site, source: TrustSource, now: number): Promise<JSX.Element> {
  const { live, log, token } = source;
  const summary = await readSummary(source, now);
  const head = readLogHead(log);
  const isThere: Partial<Record<string, boolean>> = {
    [HOLDERS_PATH]: token !== null && readFigure(live.read, token, "token_distribution").figure !== null,
    [SOLVENCY_PATH]: summary.hasSolvency,
  };
  const documents = DOCUMENTS.filter(({ json }) => json === null || (isThere[json] ?? true));
  const charts = readCharts(source, summary, now);
  const worst = summary.run === null ? [] : await worstRows(live.read, summary.run);
  return <OverviewPage {...{ ...summary, site, charts, worst, head, documents, now }} />;
}

const TOP_OWNERS = 25;
const HISTORY_DAYS = 365;
const AUDITED_DAYS = 30;

function readCharts({ live: { read }, token }: TrustSource, { supply }: Summary, now: number): ChartFigures {
  if (token === null) return { supply: null, holders: null, volumes: [], runs: [] };
  const tokenId = findTokenId(read, token.source);
  const runs = tokenId === null ? [] : listRuns(read, tokenId, { limit: AUDITED_DAYS * 2 });
  const days = new Map(runs.filter((run) => run.isComplete && run.isDaily).map((run) => [run.label, run]));
  return {
    supply: supply?.figures ?? null,
    holders: readHolders(read, token, { limit: TOP_OWNERS, days: HISTORY_DAYS, now })?.answer ?? null,
    volumes: readFigure(read, token, "transaction_sync").figure?.data.volume_days ?? [],
    runs: [...days.values()].slice(0, AUDITED_DAYS).sort((a, b) => (a.label < b.label ? -1 : 1)),
  };
}
