/** Whether an Accept header prefers text/html over JSON. */
export function prefersHtml(accept: string | null): boolean {
  return prefers(accept, "text/html", "application/json");
}

/** Whether an Accept header names a media type, with at least another's quality (RFC 9110). */
export function prefers(accept: string | null, type: string, other: string): boolean {
  if (accept === null) return false;
  const ranges = accept.split(",").map(parseRange);
  const qualityOf = (wanted: string) => ranges.find((range) => range.type === wanted)?.quality ?? 0;
  return qualityOf(type) > 0 && qualityOf(type) >= qualityOf(other);
}

function parseRange(text: string): { type: string; quality: number } {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const quality = parameters.find((part) => part.startsWith("q="));
  return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
}
