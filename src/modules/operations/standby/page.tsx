/** @jsxImportSource preact */

import { htmlResponse, KeyValue, Layout, type Site, StatusMark, Time } from "../../../pages/index.ts";
import type { PromotionView } from "../auto-promotion/index.ts";
import { describeFault, type StandbyFacts } from "./facts.ts";

/** Status page of a standby. */
export function standbyPage(facts: StandbyFacts): Response {
  const { state, leaderBaseUrl, host, version, now } = facts;
  const site: Site = { paths: new Set(), version, chainMode: null, usesChain: true, adminPages: () => [] };
  const followed = state();
  const { lag_seconds: lag, epoch, copy_since: since, restores } = followed;
  const fault = describeFault(followed);
  return htmlResponse(
    <Layout site={site} title="Standby" description="How far this standby is behind the leader." path="/">
      <h1>Standby</h1>
      <p class="lead">
        This machine keeps a copy of the leader's databases and serves no other pages.{" "}
        <code>salute promote</code> makes it the leader.
      </p>
      <KeyValue
        rows={[
          ["Machine", host],
          [
            "State",
            fault === null ? (
              <StatusMark status="ok" word="following" />
            ) : (
              <StatusMark status="bad" word={fault} />
            ),
          ],
          ["Lag", lag === null ? "unknown" : `${lag} s`],
          ["Epoch", epoch === null ? "unknown" : String(epoch)],
          ["Copy in use since", since === null ? "none yet" : <Time at={Date.parse(since)} now={now()} />],
          ["Complete restores", String(restores)],
          ["Takes over by itself", promotionWords(facts.promotion())],
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
        Figures: <a href="/readyz?reads=1">/readyz?reads=1</a>, <a href="/metrics">/metrics</a>
      </p>
    </Layout>,
  );
}

function promotionWords(found: PromotionView | null): string {
  if (found === null) return "no: AUTO_PROMOTE is off";
  return `${found.mode === "on" ? "yes" : "no, dry run"}. ${found.message}`;
}
