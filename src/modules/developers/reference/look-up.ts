import type {
  JsonSchema,
  OpenApiDocument,
  OperationObject,
  Parameter,
  Reference,
  ResponseObject,
} from "../openapi/index.ts";

type Component = JsonSchema | Parameter | ResponseObject;

/** The component that a reference names, or the thing itself. @throws Error for a reference that leads nowhere. */
export function look<Found extends Component>(
  document: OpenApiDocument,
  component: Found | Reference,
): Found {
  const path = (component as { $ref?: string }).$ref;
  if (path === undefined) return component as Found;
  const [kind = "", name = ""] = path.replace("#/components/", "").split("/");
  const named = (document.components as Record<string, Record<string, unknown>>)[kind]?.[name];
  if (named === undefined) throw new Error(`${path} leads nowhere`);
  return named as Found;
}

export interface Endpoint {
  method: string;
  path: string;
  operation: OperationObject;
}

/** The operations of a document, in its order. */
export function endpoints({ paths }: OpenApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The operations of one group: the tag that they bear. */
export function endpointsOf(document: OpenApiDocument, group: string): Endpoint[] {
  return endpoints(document).filter(({ operation }) => operation.tags.includes(group));
}

/** The path of a group's page. */
export function groupPath(group: string): string {
  return `/docs/${group}`;
}
