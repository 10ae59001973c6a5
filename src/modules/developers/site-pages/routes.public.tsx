/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { Problem } from "../../../http/answers/problem.ts";
import { LocaleQuery, pageLocale } from "../../../http/input/page-locale.ts";
import { anyone, type Operation, readOperation } from "../../../http/operation.ts";
import { ASSETS_PATH, assetResponse, findAsset, resolveBrand, type Site } from "../../../pages/index.ts";
import { MINIAPP_PATHS } from "../../messenger/miniapp/index.ts";
import type { Bot } from "../../messenger/telegram/index.ts";
import { SharedPages } from "../../platform/shared-pages/index.ts";
import { listOpenIncidents, type Report, type SystemStatus } from "../../status/system/index.ts";
import { readSummary, type Summary } from "../../transparency/overview/index.ts";
import type { TrustSource } from "../../transparency/trust-dashboard/index.ts";
import { LandingPage } from "./landing-page.tsx";

export interface FrontSource {
  trust: TrustSource;
  status: SystemStatus;
  bot: Pick<Bot, "appUrl"> | null;
}

export function siteRoutes(site: Site, { bot, status, trust }: FrontSource): Operation[] {
  const miniappUrl = bot === null ? null : (bot.appUrl ?? MINIAPP_PATHS.page);
  const pages = new SharedPages(site);
  /** Read once for each report of the status, so that the page is as old as that. */
  const summaries = new WeakMap<Report, Promise<Summary | null>>();
  const summaryOf = (report: Report, now: number): Promise<Summary | null> => {
    const known = summaries.get(report);
    if (known !== undefined) return known;
    const read = trust.usesChain ? readSummary(trust, now) : Promise.resolve(null);
    summaries.set(report, read);
    read.catch(() => summaries.delete(report));
    return read;
  };
  return [
    readOperation({
      id: "landingPage",
      method: "GET",
      path: "/",
      group: "pages",
      summary: "What holders, players, fans and developers come for",
      access: anyone("pages"),
      response: { mediaType: "text/html", description: "A page." },
      validators: true,
      query: Type.Object(LocaleQuery),
      read: async (context) => {
        const { now } = context;
        const report = await status.current();
        const summary = await summaryOf(report, now);
        const locale = pageLocale(context);
        return pages.get(context, { locale, parts: [report] }, () => {
          const current = {
            report,
            checks: status.checks,
            overallState: status.toOverallState(report),
            incidents: listOpenIncidents(trust.live.read),
            now,
          };
          return <LandingPage {...{ site, locale, status: current, summary, miniappUrl, now }} />;
        });
      },
    }),
    readOperation({
      id: "asset",
      method: "GET",
      path: `${ASSETS_PATH}/{file}`,
      group: "pages",
      summary: "A stylesheet, script or image of the pages, named by its hash",
      access: anyone("pages"),
      params: Type.Object({ file: Type.String() }),
      response: { mediaType: "*/*", description: "The file; cacheable for a year." },
      errors: ["not_found"],
      read: async ({ params: { file } }) => {
        const asset = findAsset(file) ?? (await resolveBrand(site).find(file));
        if (asset === null) throw new Problem("not_found", "Reload the page: it links the current file.");
        return assetResponse(asset);
      },
    }),
  ];
}
