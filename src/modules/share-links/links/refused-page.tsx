/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Problem } from "../../../http/problem.ts";
import { KeyValue, Layout, type Site } from "../../../pages/index.ts";

/** Why a short link leads nowhere, in words and by its code. */
export function RefusedPage({
  site,
  problem,
  requestId,
}: {
  site: Site;
  problem: Problem;
  requestId: string;
}): JSX.Element {
  const { title, http_status } = problem.entry;
  return (
    <Layout site={site} path="/s/audio" title={title} description={`${title}: the link leads nowhere.`}>
      <h1>{title}</h1>
      <p class="lead">{problem.message}</p>
      <KeyValue
        rows={[
          ["Code", <code key="code">{problem.code}</code>],
          ["Status", http_status],
          ["Request", <code key="request">{requestId}</code>],
        ]}
      />
    </Layout>
  );
}
