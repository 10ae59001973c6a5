import { hasRole, type Role } from "../../../http/operation.ts";
import type { Site } from "../../../pages/index.ts";
import type { Setting } from "../readiness/index.ts";
import { ACTIONS } from "./actions.ts";
import type { Hit } from "./hits.ts";

const SHOWN = 8;
/** Shorter words only begin the words of a name. */
const FEW_LETTERS = 3;

/** Where a search leads without a record: the build, its settings, and the operator's role. */
export interface Places {
  site: Site;
  role: Role;
  settings: () => readonly Setting[];
}

/** Pages, actions and settings whose names contain every word of a text. */
export function listPlaces({ site, role, settings }: Places, text: string): Hit[] {
  const words = text.toLowerCase().split(/\s+/);
  const fits = (name: string) => {
    const parts = name.toLowerCase().split(/\s+/);
    return words.every((word) =>
      parts.some((part) => (word.length < FEW_LETTERS ? part.startsWith(word) : part.includes(word))),
    );
  };
  const pages = site.adminPages(role).filter(({ label, group }) => fits(`${label} ${group}`));
  const actions = ACTIONS.filter(
    (action) =>
      hasRole(role, action.role) &&
      site.paths.has(action.path.split(/[?#]/)[0] ?? "") &&
      fits(`${action.label} ${action.words ?? ""}`),
  );
  return [
    ...pages
      .slice(0, SHOWN)
      .map(({ label, group, path }) => place({ kind: "page", id: path, title: label, detail: group, path })),
    ...actions
      .slice(0, SHOWN)
      .map(({ label, path }) => place({ kind: "action", id: path, title: label, detail: "", path })),
    ...settings()
      .filter(({ variable }) => fits(variable))
      .slice(0, SHOWN)
      .map(({ variable, meaning }) =>
        place({
          kind: "setting",
          id: variable,
          title: variable,
          detail: meaning,
          path: `/admin/ops/config#${variable}`,
        }),
      ),
  ];
}

function place(hit: Omit<Hit, "at">): Hit {
  return { ...hit, at: null };
}
