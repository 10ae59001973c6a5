import type { TSchema } from "@sinclair/typebox";
import type { Direction, JsonSchema, NamedSchemas } from "../../../http/schema/plain-schema.ts";
import type { ComponentsObject, Reference } from "./openapi.ts";

type Kind = keyof ComponentsObject;
type ComponentOf<K extends Kind> = NonNullable<ComponentsObject[K]>[string];

/** Components of the document, added when they are first referred to. */
export class Components implements NamedSchemas {
  readonly #kinds: ComponentsObject = {};
  /** Translating a shape takes long, and many operations share one. */
  readonly #replacements = {
    request: new Map<TSchema, JsonSchema>(),
    response: new Map<TSchema, JsonSchema>(),
  };

  replacement(shape: TSchema, direction: Direction): JsonSchema | null {
    return this.#replacements[direction].get(shape) ?? null;
  }

  remember(shape: TSchema, direction: Direction, replacement: JsonSchema): void {
    this.#replacements[direction].set(shape, replacement);
  }

  /** Adds a component and returns a reference to it. @throws Error if another component has this name */
  refer<K extends Kind>(kind: K, name: string, component: ComponentOf<K>): Reference {
    this.put(kind, name, component);
    return { $ref: `#/components/${kind}/${name}` };
  }

  put<K extends Kind>(kind: K, name: string, component: ComponentOf<K>): void {
    const named = (this.#kinds[kind] ?? {}) as Record<string, ComponentOf<K>>;
    const known = named[name];
    if (known === component) return;
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(component)) {
      throw new Error(`two different ${kind} of the OpenAPI document are called ${name}: rename one`);
    }
    named[name] = component;
    Object.assign(this.#kinds, { [kind]: named });
  }

  /** All components, sorted by kind and name. */
  sorted(): ComponentsObject {
    return Object.fromEntries(
      Object.entries(this.#kinds)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([kind, named]) => [
          kind,
          Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1))),
        ]),
    );
  }
}
