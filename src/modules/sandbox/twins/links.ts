import type { Mounted } from "../../../http/mounted.ts";
import { twinPath } from "./twin-path.ts";

/** An answer's `links`, with each path replaced by its twin's; links without a twin are left out. */
export function sandboxLinks(answered: object, mounted: Mounted): { links?: Record<string, string> } {
  if (!("links" in answered)) return {};
  const links = Object.entries(answered.links as Record<string, string>);
  return {
    links: Object.fromEntries(
      links
        .filter(([, target]) => hasTwin(target, mounted))
        .map(([name, target]) => [name, twinPath(target)]),
    ),
  };
}

/**
 * Whether the operation behind a live link has a twin; if two paths match, the one with more fixed segments counts.
 */
function hasTwin(target: string, mounted: Mounted): boolean {
  const segments = (target.split("?")[0] ?? "").split("/");
  const [path] = mounted.operations
    .filter(({ method }) => method === "GET")
    .map((operation) => operation.path)
    .filter((path) => fits(path.split("/"), segments))
    .sort((a, b) => a.split("{").length - b.split("{").length);
  return path !== undefined && mounted.find("GET", twinPath(path)) !== null;
}

function fits(parts: readonly string[], segments: readonly string[]): boolean {
  return (
    parts.length === segments.length &&
    parts.every((part, index) => part.startsWith("{") || part === segments[index])
  );
}
