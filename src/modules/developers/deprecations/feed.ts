import { isoUtc } from "../../../kit/clock.ts";
import { rssFeed } from "../../../kit/formats/rss.ts";
import type { Deprecations } from "./deprecations.ts";
import { newestFirst } from "./read.ts";
import { helpOf, statusOf } from "./rules.ts";

/** Deprecations as RSS 2.0. */
export function deprecationsFeed(deprecations: Deprecations, updatedAt: number, now: number): string {
  const baseUrl = deprecations.baseUrl();
  const channel = {
    title: "salute: deprecations",
    link: `${baseUrl}/developers/deprecations`,
    self: `${baseUrl}/developers/deprecations.rss`,
    description: "Endpoints to be withdrawn, with dates.",
    updatedAt,
  };
  const items = newestFirst(deprecations).map((entry) => {
    const endpoints = entry.endpoints.map(({ method, path }) => `${method} ${path}`).join(", ");
    const instead = entry.replacement === null ? "" : ` Call ${entry.replacement} instead.`;
    return {
      title: `${entry.title} (${statusOf(entry, now)})`,
      link: helpOf(entry, baseUrl),
      publishedAt: entry.announcedAt,
      description:
        `${endpoints}: deprecated from ${isoUtc(entry.deprecatedAt)}, 410 from ${isoUtc(entry.sunsetAt)} on.${instead} ${entry.reason}`.trim(),
    };
  });
  return rssFeed(channel, items);
}
