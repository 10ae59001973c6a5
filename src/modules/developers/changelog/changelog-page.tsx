/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Layout, type Site, Time } from "../../../pages/index.ts";
import { Inline } from "../reference/index.ts";
import type { ChangeGroup, Release } from "./parse.ts";

interface ChangelogProps {
  site: Site;
  /** Newest first. */
  releases: readonly Release[];
  now: number;
}

export function ChangelogPage({ site, releases, now }: ChangelogProps): JSX.Element {
  return (
    <Layout
      site={site}
      path="/developers/changelog"
      title="Changelog"
      description="What changed in salute, version by version."
    >
      <h1>Changelog</h1>
      <p>
        <a href="/developers/changelog.rss">RSS</a> · <a href="/developers/changelog.json">JSON</a> ·{" "}
        <a href="/developers/deprecations">Deprecations</a>
      </p>
      {releases.map(({ version, released, date, groups }) => (
        <section key={version} aria-labelledby={`v${version}`}>
          <h2 id={`v${version}`}>{version}</h2>
          <p>
            {released ? "Released" : "Unreleased; built"} <Time at={date} now={now} />
          </p>
          {groups.map((group) => (
            <Group key={group.subject} {...group} />
          ))}
        </section>
      ))}
    </Layout>
  );
}

function Group({ subject, changes }: ChangeGroup): JSX.Element {
  return (
    <>
      {subject === null ? null : <h3>{subject}</h3>}
      <ul>
        {changes.map((change) => (
          <li key={change}>
            <Inline text={change} />
          </li>
        ))}
      </ul>
    </>
  );
}
