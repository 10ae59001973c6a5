/** @jsxImportSource preact */

import type { JSX } from "preact";

export function Follow(): JSX.Element {
  return (
    <section>
      <h2 id="follow">Follow</h2>
      <ul>
        <li>
          Incidents <a href="/status/subscribe">by e-mail, webhook or Slack</a>, or as a feed:{" "}
          <a href="/history.rss">RSS</a>, <a href="/history.atom">Atom</a>
        </li>
        <li>
          For programs: <a href="/status.json">status.json</a>,{" "}
          <a href="/api/v2/summary.json">summary.json</a> and the other documents of Statuspage's API,{" "}
          <a href="/trust.json">trust.json</a>
        </li>
        <li>
          Badges: <code>/badges/overall.svg</code>, <code>/badges/uptime.svg</code>, and one per check, such
          as{" "}
          <a href="/badges/database.svg">
            <code>/badges/database.svg</code>
          </a>
        </li>
      </ul>
      <p class="badges">
        {["overall", "uptime"].map((name) => (
          <a key={name} href={`/badges/${name}.svg`}>
            <img src={`/badges/${name}.svg`} alt={`Badge: ${name}`} height="20" />
          </a>
        ))}
      </p>
    </section>
  );
}

export function HowItCounts(): JSX.Element {
  return (
    <section>
      <h2 id="how">How this is counted</h2>
      <ul>
        <li>
          A snapshot of all checks is stored every minute and counts until the next one. If that one is
          missing, it counts for its own minute, and the rest of the gap is unknown.
        </li>
        <li>
          Uptime is the time in state ok divided by the time in states ok, warn and bad. Maintenance and
          unknown time are left out. The result is truncated, never rounded up.
        </li>
        <li>
          While an incident that operators have published is open, the service and the checks that it names
          count as its severity, or as worse if a check finds worse.
        </li>
        <li>
          The thresholds are in <a href="/api/public/system-status/policy">the policy</a>;{" "}
          <a href="/docs/status">the reference</a> explains each of them.
        </li>
      </ul>
    </section>
  );
}
