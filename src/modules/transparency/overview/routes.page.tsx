/** @jsxImportSource preact */

import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { htmlResponse, type Site } from "../../../pages/index.ts";
import { findTokenId } from "../../token/figures/index.ts";
import { findLatestComplete } from "../audits/runs/index.ts";
import { readConcentration } from "../concentration/index.ts";
import { readLogHead } from "../signed-log/index.ts";
import { readControls, type TrustSource } from "../trust-dashboard/index.ts";
import { DOCUMENTS } from "./documents.ts";
import { OverviewPage } from "./overview-page.tsx";
import { TrustPage } from "./trust-page.tsx";

/** The transparency overview and the trust page. */
export function overviewPageRoutes(site: Site, source: TrustSource): Operation[] {
  const { live, log, token } = source;
  const shared = {
    method: "GET",
    group: PAGES_GROUP,
    access: anyone("pages"),
    response: { mediaType: "text/html", description: "A page." },
  } as const;
  return [
    readOperation({
      ...shared,
      id: "transparencyPage",
      path: "/transparency",
      summary: "Overview of the public records",
      read: async ({ now }) => {
        const controls = await readControls(source, now);
        const tokenId = token === null ? null : findTokenId(live.read, token.source);
        const run = tokenId === null ? null : findLatestComplete(live.read, tokenId);
        const concentration = readConcentration(live.read, token);
        const head = readLogHead(log);
        const documents = DOCUMENTS;
        return htmlResponse(
          <OverviewPage {...{ site, controls, run, concentration, head, documents, now }} />,
        );
      },
    }),
    readOperation({
      ...shared,
      id: "trustPage",
      path: "/transparency/trust",
      summary: "Trust controls and concentration of holdings",
      read: async ({ now }) => {
        const controls = await readControls(source, now);
        const concentration = readConcentration(live.read, token);
        return htmlResponse(<TrustPage {...{ site, controls, concentration, now }} />);
      },
    }),
  ];
}
