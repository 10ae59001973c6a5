import type { OperationGroup } from "../../module.ts";
import type { Tag } from "./openapi.ts";

/** The tags of a document whose operations are of these groups. @throws Error for a group that no module describes */
export function tagsOf(names: ReadonlySet<string>, groups: readonly OperationGroup[]): Tag[] {
  const unknown = [...names].filter((name) => !groups.some((group) => group.name === name));
  if (unknown.length > 0) throw new Error(`describe the group ${unknown.join(", ")} in a module's manifest`);
  return groups
    .filter(({ name }) => names.has(name))
    .sort((a, b) => a.order - b.order)
    .map(({ name, description }) => ({ name, description }));
}
