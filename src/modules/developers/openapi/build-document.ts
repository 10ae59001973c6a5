import { setImmediate as breathe } from "node:timers/promises";
import { type Operation, PAGES_GROUP } from "../../../http/operation.ts";
import type { OperationGroup } from "../../module.ts";
import { Components } from "./components.ts";
import { describeEvents } from "./describe-event.ts";
import { describeOperation } from "./describe-operation.ts";
import { GUIDE } from "./guide.ts";
import type { OpenApiDocument, PathItem, Tag } from "./openapi.ts";

export interface DocumentOptions {
  /**
   * Everything but pages, with the events that we send; what partners' keys may call, with these events; or the
   * transparency operations alone.
   */
  part: "everything" | "partner" | "transparency";
  version: string;
  /** Base URL of the server for clients, without a trailing slash. */
  baseUrl: string;
  /** Every group of the build. */
  groups: readonly OperationGroup[];
}

/**
 * The OpenAPI document of these operations. Equal operations and options give equal documents, members in the same
 * order. Built in slices, between which requests are answered.
 * @throws Error if two operations share an id, a shape has no plain form, or nothing fits as its example
 */
export async function buildDocument(
  operations: readonly Operation[],
  options: DocumentOptions,
): Promise<OpenApiDocument> {
  const { part, version, baseUrl, groups } = options;
  const hasEvents = part !== "transparency";
  const documented = operations.filter((operation) => belongsTo(part, operation));
  refuseSameNames(documented);
  const components = new Components();
  const paths = await describePaths(documented, components);
  const webhooks = hasEvents ? describeEvents(version, components) : {};
  return {
    openapi: "3.1.1",
    info: {
      title: part === "everything" ? "salute" : `salute: ${part}`,
      summary: "Points for the users of a token project's partners, webhooks, and public proofs.",
      description: GUIDE,
      contact: { name: "The operators of this server", url: `${baseUrl}/developers` },
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
      version,
    },
    servers: [{ url: baseUrl, description: "This server." }],
    tags: tagsOf(
      new Set([...documented.map(({ group }) => group), ...(hasEvents ? ["events"] : [part])]),
      groups,
    ),
    paths,
    ...(hasEvents ? { webhooks } : {}),
    components: components.sorted(),
  };
}

function belongsTo(part: DocumentOptions["part"], { access, group }: Operation): boolean {
  if (part === "everything") return group !== PAGES_GROUP;
  return part === "partner" ? access.kind === "partner" : group === part;
}

const SLICE_MS = 5;

/** Paths in the order of the operations, each with all its methods. */
async function describePaths(
  operations: readonly Operation[],
  components: Components,
): Promise<Record<string, PathItem>> {
  const paths: Record<string, PathItem> = {};
  let sliceBegan = performance.now();
  for (const each of operations) {
    const methods = paths[each.path] ?? {};
    paths[each.path] = { ...methods, [each.method.toLowerCase()]: describeOperation(each, components) };
    if (performance.now() - sliceBegan < SLICE_MS) continue;
    await breathe();
    sliceBegan = performance.now();
  }
  return paths;
}

function refuseSameNames(operations: readonly Operation[]): void {
  const names = operations.map(({ id }) => id);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`operations share the id ${twice.join(", ")}`);
}

/** The tags of a document whose operations are of these groups. @throws Error for a group that no module describes */
function tagsOf(names: ReadonlySet<string>, groups: readonly OperationGroup[]): Tag[] {
  const unknown = [...names].filter((name) => !groups.some((group) => group.name === name));
  if (unknown.length > 0) throw new Error(`describe the group ${unknown.join(", ")} in a module's manifest`);
  return groups
    .filter(({ name }) => names.has(name))
    .sort((a, b) => a.order - b.order)
    .map(({ name, description }) => ({ name, description }));
}
