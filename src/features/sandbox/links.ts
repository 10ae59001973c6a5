import { twinPath } from "../../http/admission.ts";
import type { Mounted } from "../../http/mounted.ts";

/** An answer's `links` with each path's twin, where the sandbox has one; what has none is left out. */
export function sandboxLinks(answered: object, mounted: Mounted): { links?: Record<string, string> } {
  if (!("links" in answered)) return {};
  const links = Object.entries(answered.links as Record<string, string>).map(
    ([name, target]) => [name, twinPath(target)] as const,
  );
  return { links: Object.fromEntries(links.filter(([, target]) => isMounted(target, mounted))) };
}

function isMounted(target: string, mounted: Mounted): boolean {
  const segments = (target.split("?")[0] ?? "").split("/");
  return mounted.operations.some(({ path }) => {
    const parts = path.split("/");
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part.startsWith("{") || part === segments[index])
    );
  });
}
