import { NOTHING_HERE, Problem } from "../answers/problem.ts";
import type { Operation } from "../operation.ts";
import { createValidator } from "../schema/validate.ts";

export type ParamsReader = (path: string) => Record<string, unknown>;

/**
 * Reads the parameters of a path: `{user_id}`, or `{check}.svg` with a fixed suffix. Null without parameters.
 * @throws Problem invalid_query naming them, or not_found for another suffix
 */
export function createParamsReader({ path: template, params: shape }: Operation): ParamsReader | null {
  if (shape === null) return null;
  const validator = createValidator(shape);
  const segments = template.split("/").flatMap((part, index) => {
    const segment = segmentOf(part);
    return segment === null ? [] : [{ ...segment, index }];
  });
  return (path) => {
    const params: Record<string, string> = {};
    const parts = path.split("/");
    for (const segment of segments) params[segment.name] = read(parts[segment.index] ?? "", segment);
    const faults = validator.faults(params);
    const [first] = faults ?? [];
    if (faults !== null && first !== undefined) {
      throw new Problem("invalid_query", `Correct ${first.field} in the path: it ${first.message}.`, {
        details: faults,
      });
    }
    return validator.decode(params);
  };
}

interface Segment {
  name: string;
  suffix: string;
}

/** Null for a fixed segment. */
function segmentOf(part: string): Segment | null {
  const [, name, suffix] = /^\{(\w+)\}(.*)$/.exec(part) ?? [];
  return name === undefined || suffix === undefined ? null : { name, suffix };
}

function read(part: string, { name, suffix }: Segment): string {
  if (suffix === "" && !part.includes("%")) return part;
  if (!part.endsWith(suffix)) throw NOTHING_HERE;
  try {
    return decodeURIComponent(part.slice(0, part.length - suffix.length));
  } catch {
    throw new Problem("invalid_query", `Correct ${name}: it must be percent-encoded UTF-8.`, {
      details: [{ field: name, message: "must be percent-encoded UTF-8" }],
    });
  }
}
