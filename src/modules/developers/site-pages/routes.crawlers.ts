import { Cacheable } from "../../../http/answers/answer.ts";
import type { Mounted } from "../../../http/mounted.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import type { PublishedDocument } from "../openapi/index.ts";

const MAX_AGE_SECONDS = 300;

/** Public pages that search engines need not list: forms for one person, programs with a frame of their own, and frames. */
const UNLISTED: ReadonlySet<string> = new Set([
  "/admin/sign-in",
  "/claim",
  "/docs/try",
  "/miniapp",
  "/miniapp/verify",
  "/miniapp/wallet",
  "/partners/sign-in",
  "/sandbox/claim",
  "/status/embed",
  "/status/subscribe",
]);

/** Files for search engines. The listed pages are those of the build, and the reference's page of each group. */
export function crawlerRoutes(
  mounted: Mounted,
  published: PublishedDocument,
  startedAt: number,
): Operation[] {
  return [
    text({
      id: "robotsText",
      path: "/robots.txt",
      mediaType: "text/plain",
      summary: "What search engines may read",
      make: (baseUrl) =>
        new Cacheable(
          `User-agent: *\nDisallow: /admin\nDisallow: /api/partner/\n\nSitemap: ${baseUrl}/sitemap.xml\n`,
          startedAt,
          MAX_AGE_SECONDS,
        ),
    }),
    text({
      id: "sitemap",
      path: "/sitemap.xml",
      mediaType: "application/xml",
      summary: "The public pages, for search engines",
      make: async (baseUrl) => {
        const groups = (await published.document()).tags.map(({ name }) => `/docs/${name}`);
        const pages = mounted.operations.filter(isListedPage).map(({ path }) => path);
        return new Cacheable(sitemap(baseUrl, [...pages, ...groups].sort()), startedAt, MAX_AGE_SECONDS);
      },
    }),
  ];
}

interface CrawlerText {
  id: string;
  path: string;
  mediaType: string;
  summary: string;
  make: (baseUrl: string) => Cacheable | Promise<Cacheable>;
}

function text({ id, make, mediaType, path, summary }: CrawlerText): Operation {
  return readOperation({
    id,
    method: "GET",
    path,
    group: PAGES_GROUP,
    summary,
    access: anyone("pages"),
    response: { mediaType, description: "A text." },
    validators: true,
    read: ({ baseUrl }) => make(baseUrl),
  });
}

function isListedPage({ access, group, method, path, params, response }: Operation): boolean {
  const isPage = "mediaType" in response && response.mediaType === "text/html";
  const isPublic = group === PAGES_GROUP && access.isPublic && method === "GET";
  return isPage && isPublic && params === null && !UNLISTED.has(path);
}

/** Addresses of the build need no escaping: paths are plain, and the public address is an origin. */
function sitemap(baseUrl: string, paths: readonly string[]): string {
  const urls = paths.map((path) => `  <url><loc>${baseUrl}${path}</loc></url>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
}
