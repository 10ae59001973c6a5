/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { Action } from "./components/action.tsx";
import { Layout } from "./layout.tsx";
import type { Site } from "./site.ts";

/** The operator that a page is written for. */
export interface Reader {
  name: string;
  role: "viewer" | "operator" | "owner";
  /** For the forms of the page; null with a bearer token, which needs none and sees none. */
  csrfToken: string | null;
}

interface AdminLayoutProps {
  site: Site;
  reader: Reader;
  path: string;
  title: string;
  children: ComponentChildren;
}

/** The frame of every operators' page: the pages beside it, and who is signed in. */
export function AdminLayout({ site, reader, path, title, children }: AdminLayoutProps): JSX.Element {
  return (
    <Layout site={site} path={path} title={title} description={`${title}, for the operators of this salute.`}>
      <div class="with-contents">
        <nav class="contents" aria-label="Operators' pages">
          <form method="get" action="/admin/search" class="form">
            <label for="admin-search">Search</label>
            <input id="admin-search" type="search" name="q" autocomplete="off" spellcheck={false} />
          </form>
          <ul>
            {site.adminPages.map((page) => (
              <li key={page.path}>
                <a href={page.path} aria-current={page.path === path ? "page" : undefined}>
                  {page.label}
                </a>
              </li>
            ))}
          </ul>
          <p class="note">
            {reader.name}, {reader.role}
          </p>
          {reader.csrfToken !== null && (
            <Action to="/admin/sign-out" csrfToken={reader.csrfToken} label="Sign out" />
          )}
        </nav>
        <div>
          <h1>{title}</h1>
          {children}
        </div>
      </div>
    </Layout>
  );
}
