import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from "../openapi/index.ts";

type Component = JsonSchema | Parameter | ResponseObject;

/** Resolves a reference to its component; returns anything else unchanged. @throws Error for a broken reference */
export function look<Found extends Component>(
  document: OpenApiDocument,
  component: Found | Reference,
): Found {
  const path = (component as { $ref?: string }).$ref;
  if (path === undefined) return component as Found;
  const [kind = "", name = ""] = path.replace("#/components/", "").split("/");
  const named = (document.components as Record<string, Record<string, unknown>>)[kind]?.[name];
  if (named === undefined) throw new Error(`${path} does not exist`);
  return named as Found;
}

export interface Endpoint {
  method: string;
  path: string;
  operation: OperationObject;
}

/** Operations of a document, in its order. */
export function endpoints({ paths }: OpenApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Operations with a group's tag. */
export function selectEndpoints(document: OpenApiDocument, group: string): Endpoint[] {
  return endpoints(document).filter(({ operation }) => operation.tags.includes(group));
}

/** The path of a group's page. */
export function groupPath(group: string): string {
  return `/docs/${group}`;
}

/** The path of a group's page as Markdown. */
export function groupMarkdownPath(group: string): string {
  return `/docs/reference/${group}.md`;
}
