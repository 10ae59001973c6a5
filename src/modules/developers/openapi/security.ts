import type { Operation } from "../../../http/operation.ts";
import type { Components } from "./components.ts";

/**
 * Alternatives of credentials; adds their schemes to the document. Scopes and roles are members of the operation, because
 * OpenAPI lists them only for OAuth.
 */
export function securityOf(
  { access, mutation }: Operation,
  components: Components,
): Record<string, string[]>[] {
  return access.document.credentials(mutation).map((alternative) => {
    for (const { name, scheme } of alternative) components.put("securitySchemes", name, scheme);
    return Object.fromEntries(alternative.map(({ name }) => [name, []]));
  });
}
