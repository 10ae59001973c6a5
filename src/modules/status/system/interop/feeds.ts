import { isoUtc } from "../../../../kit/clock.ts";
import { rssFeed } from "../../../../kit/formats/rss.ts";
import { element, XML_HEAD, type XmlElement, xml } from "../../../../kit/formats/xml.ts";
import { publicIncidentPath } from "../../incidents/index.ts";
import type { ShownIncident } from "../incidents/shown-incidents.ts";

/** Options of a feed. */
export interface FeedOptions {
  baseUrl: string;
  /** Name of the installation. */
  name: string;
  /** Time of the newest event in the feed, in Unix milliseconds. */
  updatedAt: number;
}

/** Incidents as RSS 2.0. */
export function rss(incidents: readonly ShownIncident[], { baseUrl, name, updatedAt }: FeedOptions): string {
  const channel = {
    title: `${name} status: incidents`,
    link: `${baseUrl}/status`,
    self: `${baseUrl}/history.rss`,
    description: `Incidents of ${name}, newest first.`,
    updatedAt,
  };
  const items = incidents.map((incident) => ({
    title: formatTitle(incident),
    link: addressOf(incident, baseUrl),
    publishedAt: incident.startedAt,
    description: describe(incident),
  }));
  return rssFeed(channel, items);
}

/** Incidents as Atom (RFC 4287). */
export function atom(incidents: readonly ShownIncident[], { baseUrl, name, updatedAt }: FeedOptions): string {
  const feed = element(
    "feed",
    { xmlns: "http://www.w3.org/2005/Atom" },
    text("title", `${name} status: incidents`),
    text("id", `${baseUrl}/history.atom`),
    text("updated", isoUtc(updatedAt)),
    element("author", {}, text("name", name)),
    element("link", { href: `${baseUrl}/status` }),
    element("link", { href: `${baseUrl}/history.atom`, rel: "self", type: "application/atom+xml" }),
    ...incidents.map((incident) =>
      element(
        "entry",
        {},
        text("title", formatTitle(incident)),
        text("id", addressOf(incident, baseUrl)),
        element("link", { href: addressOf(incident, baseUrl) }),
        text("published", isoUtc(incident.startedAt)),
        text("updated", isoUtc(incident.updatedAt)),
        text("summary", describe(incident)),
      ),
    ),
  );
  return `${XML_HEAD}${xml(feed)}\n`;
}

/** Time of the last change to any of the incidents; `otherwise` without incidents. */
export function feedTime(incidents: readonly ShownIncident[], otherwise: number): number {
  return Math.max(...incidents.map((each) => each.updatedAt), incidents.length === 0 ? otherwise : 0);
}

export function formatTitle({ title, endedAt }: ShownIncident): string {
  return `${title}${endedAt === null ? "" : " (resolved)"}`;
}

export function describe(incident: ShownIncident): string {
  const { severity, checks, startedAt, endedAt, updates } = incident;
  const what = `${checks.join(", ") || "The service"} ${checks.length > 1 ? "were" : "was"} ${severity}`;
  const when =
    endedAt === null
      ? `from ${isoUtc(startedAt)} on; not resolved yet.`
      : `from ${isoUtc(startedAt)} to ${isoUtc(endedAt)}, ${Math.max(1, Math.round((endedAt - startedAt) / 60_000))} min.`;
  const texts = updates
    .filter(({ message }) => message !== null)
    .map(({ at, state, message }) => `${isoUtc(at)}, ${state}: ${message}`);
  return [`${what} ${when}`, ...texts].join(" ");
}

/** Permanent URL of an incident, its id in feeds. */
function addressOf({ id }: ShownIncident, baseUrl: string): string {
  return `${baseUrl}${publicIncidentPath(id)}`;
}

function text(name: string, value: string): XmlElement {
  return element(name, {}, value);
}
