/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Problem } from "../../../../http/answers/problem.ts";
import { KeyValue, Layout, type Site } from "../../../../pages/index.ts";

/** Explains, with the code, why a short link does not work. */
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
    <Layout
      site={site}
      path="/s/audio"
      isUnlisted
      title={title}
      description={`${title}: the link does not work.`}
    >
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
