/** @jsxImportSource preact */

import { htmlResponse, KeyValue, Layout, type Site, StatusMark, Time } from "../../../pages/index.ts";
import { faultOf, type StandbyFacts } from "./facts.ts";

/** How far this machine is behind the leader. */
export function standbyPage({ state, leaderBaseUrl, host, version, now }: StandbyFacts): Response {
  const site: Site = { paths: new Set(), version, chainMode: null, adminPages: [] };
  const followed = state();
  const { lag_seconds: lag, epoch, copy_since: since, restores } = followed;
  const fault = faultOf(followed);
  return htmlResponse(
    <Layout site={site} title="Standby" description="How far this standby is behind the leader." path="/">
      <h1>Standby</h1>
      <p class="lead">
        This machine keeps a copy of the leader's databases and answers for nothing else.{" "}
        <code>salute promote</code> makes it the leader.
      </p>
      <KeyValue
        rows={[
          ["Machine", host],
          [
            "State",
            fault === null ? (
              <StatusMark status="ok" word="follows" />
            ) : (
              <StatusMark status="bad" word={fault} />
            ),
          ],
          ["Behind the leader", lag === null ? "not known yet" : `${lag} s`],
          ["Epoch", epoch === null ? "none found yet" : String(epoch)],
          ["Copy in place", since === null ? "not yet" : <Time at={Date.parse(since)} now={now()} />],
          ["Restored afresh", `${restores} times`],
          [
            "Leader",
            leaderBaseUrl === null ? (
              "LEADER_BASE_URL is not set"
            ) : (
              <a href={leaderBaseUrl}>{leaderBaseUrl}</a>
            ),
          ],
        ]}
      />
      <p>
        Figures: <a href="/readyz">/readyz</a>, <a href="/metrics">/metrics</a>
      </p>
    </Layout>,
  );
}
