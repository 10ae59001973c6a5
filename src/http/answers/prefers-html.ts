/**
 * Whether an Accept header prefers text/html over JSON: named explicitly, with at least JSON's quality (RFC 9110).
 */
export function prefersHtml(accept: string | null): boolean {
  if (accept === null) return false;
  const ranges = accept.split(",").map(parseRange);
  const html = ranges.find(({ type }) => type === "text/html")?.quality ?? 0;
  const json = ranges.find(({ type }) => type === "application/json")?.quality ?? 0;
  return html > 0 && html >= json;
}

function parseRange(text: string): { type: string; quality: number } {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((part) => part.startsWith("q="));
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
}
