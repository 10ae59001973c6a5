/** @jsxImportSource preact */

import { createContext, type JSX } from "preact";
import { useContext } from "preact/hooks";
import { Action } from "../forms/action.tsx";
import { Field } from "../forms/field.tsx";
import { FoldedForms } from "../forms/form.tsx";
import type { ListAddress } from "./list-address.ts";

/** A view of a list that the reader named. */
interface NamedView {
  id: number;
  name: string;
  /** Query string of its filters, columns and order. */
  query: string;
}

/** The reader's views of the page's list, and the forms that change them. */
export interface PageViews {
  /** The page's path. */
  path: string;
  views: readonly NamedView[];
  /** Null for a reader who needs no forms. */
  csrfToken: string | null;
}

/** Null on pages whose lists have no views. */
export const SavedViews = createContext<PageViews | null>(null);

/** Where saved views are kept. */
const FORMS = "/admin/views";
const UNSAVED = { before: undefined, offset: undefined, cursor: undefined, format: undefined };

/** The reader's views of a list as links, with the form that saves the present one. */
export function ViewBar({ list }: { list: ListAddress }): JSX.Element | null {
  const known = useContext(SavedViews);
  if (known === null || known.path !== list.path) return null;
  const { path, views, csrfToken } = known;
  const present = list.with(UNSAVED).slice(path.length + 1);
  if (views.length === 0 && (present === "" || csrfToken === null)) return null;
  return (
    <div class="views">
      {views.length > 0 && (
        <nav aria-label="Saved views">
          <ul class="sections">
            {[{ id: 0, name: "All", query: "" }, ...views].map(({ id, name, query }) => (
              <li key={id}>
                <a
                  href={query === "" ? path : `${path}?${query}`}
                  aria-current={isSame(query, present) ? "page" : undefined}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {csrfToken !== null && (
        <FoldedForms summary="Saved views" forms={[{ to: FORMS }]}>
          {present !== "" && (
            <Action to={FORMS} csrfToken={csrfToken} label="Save this view">
              <input type="hidden" name="path" value={path} />
              <input type="hidden" name="query" value={present} />
              <Field name="name" label="Name of the view" required />
            </Action>
          )}
          {views.map(({ id, name }) => (
            <Action
              key={id}
              to={`${FORMS}/${id}/delete`}
              csrfToken={csrfToken}
              label={`Delete ${name}`}
              dangerous
            />
          ))}
        </FoldedForms>
      )}
    </div>
  );
}

/** Whether two query strings have the same parameters, in any order. */
function isSame(a: string, b: string): boolean {
  const sorted = (query: string) => {
    const parameters = new URLSearchParams(query);
    parameters.sort();
    return String(parameters);
  };
  return sorted(a) === sorted(b);
}
