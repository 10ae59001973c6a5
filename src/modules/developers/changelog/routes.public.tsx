/** @jsxImportSource preact */

import changelog from "../../../../CHANGELOG.md" with { type: "text" };
import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { rssFeed } from "../../../kit/formats/rss.ts";
import { htmlResponse, type Site } from "../../../pages/index.ts";
import { ChangelogPage } from "./changelog-page.tsx";
import { Changelog } from "./model.ts";
import { formatReleaseDay, parseChangelog, type Release } from "./parse.ts";

const MAX_AGE_SECONDS = 300;
const PATH = "/developers/changelog";

/** The changelog as page, JSON and RSS. @param builtAt time of the build, in Unix milliseconds */
export function changelogRoutes(site: Site, builtAt: number): Operation[] {
  const releases = () => parseChangelog(changelog, builtAt);
  return [
    readOperation({
      id: "getChangelog",
      method: "GET",
      path: `${PATH}.json`,
      group: "developers",
      summary: "Read the changelog",
      outcome: "The versions with their changes.",
      access: anyone(),
      response: Changelog,
      validators: true,
      read: () => new Cacheable(listOf(releases()), builtAt, MAX_AGE_SECONDS),
    }),
    readOperation({
      id: "getChangelogRss",
      method: "GET",
      path: `${PATH}.rss`,
      group: "developers",
      summary: "Read the changelog as RSS",
      access: anyone(),
      response: { mediaType: "application/rss+xml", description: "The changelog as a feed." },
      validators: true,
      read: ({ baseUrl }) => new Cacheable(feedOf(releases(), baseUrl, builtAt), builtAt, MAX_AGE_SECONDS),
    }),
    readOperation({
      id: "changelogPage",
      method: "GET",
      path: PATH,
      group: PAGES_GROUP,
      summary: "Changelog",
      access: anyone("pages"),
      response: { mediaType: "text/html", description: "A page." },
      read: ({ now }) => htmlResponse(<ChangelogPage site={site} releases={releases()} now={now} />),
    }),
  ];
}

function listOf(releases: readonly Release[]) {
  return {
    count: releases.length,
    releases: releases.map((release) => ({
      version: release.version,
      released: release.released,
      date: formatReleaseDay(release),
      changes: release.groups.flatMap(({ changes }) => changes),
    })),
  };
}

function feedOf(releases: readonly Release[], baseUrl: string, updatedAt: number): string {
  const channel = {
    title: "salute: changelog",
    link: `${baseUrl}${PATH}`,
    self: `${baseUrl}${PATH}.rss`,
    description: "Changes by version.",
    updatedAt,
  };
  const items = releases.map(({ version, released, date, groups }) => ({
    title: `salute ${version}${released ? "" : " (unreleased)"}`,
    link: `${baseUrl}${PATH}#v${version}`,
    publishedAt: date,
    description: groups
      .flatMap(({ subject, changes }) => (subject === null ? changes : [subject, ...changes]))
      .join("\n"),
  }));
  return rssFeed(channel, items);
}
