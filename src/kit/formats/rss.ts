import { element, XML_HEAD, type XmlElement, xml } from "./xml.ts";

export interface Channel {
  title: string;
  /** Absolute addresses of the page behind the feed, and of the feed. */
  link: string;
  self: string;
  description: string;
  /** Unix milliseconds of the newest change. */
  updatedAt: number;
}

export interface Item {
  title: string;
  /** Absolute; identifies the item to readers. */
  link: string;
  /** Unix milliseconds. */
  publishedAt: number;
  description: string;
}

/** An RSS 2.0 feed, items in the given order. */
export function rssFeed(
  { title, link, self, description, updatedAt }: Channel,
  items: readonly Item[],
): string {
  const channel = element(
    "channel",
    {},
    text("title", title),
    text("link", link),
    text("description", description),
    text("language", "en"),
    text("lastBuildDate", new Date(updatedAt).toUTCString()),
    element("atom:link", { href: self, rel: "self", type: "application/rss+xml" }),
    ...items.map((item) =>
      element(
        "item",
        {},
        text("title", item.title),
        text("link", item.link),
        element("guid", { isPermaLink: "true" }, item.link),
        text("pubDate", new Date(item.publishedAt).toUTCString()),
        text("description", item.description),
      ),
    ),
  );
  const root = { version: "2.0", "xmlns:atom": "http://www.w3.org/2005/Atom" };
  return `${XML_HEAD}${xml(element("rss", root, channel))}\n`;
}

function text(name: string, value: string): XmlElement {
  return element(name, {}, value);
}
