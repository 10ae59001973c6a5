import type { Operation } from "../../../http/operation.ts";
import type { Components } from "./components.ts";

/** Alternatives of credentials with the required scope or role; adds their schemes to the document. */
export function securityOf(
  { access, mutation }: Operation,
  components: Components,
): Record<string, string[]>[] {
  const { credentials, roles } = access.document;
  return credentials(mutation).map((alternative) => {
    for (const { name, scheme } of alternative) components.put("securitySchemes", name, scheme);
    return Object.fromEntries(alternative.map(({ name }, index) => [name, index === 0 ? [...roles] : []]));
  });
}
