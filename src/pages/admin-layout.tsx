/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { Action, type PageForms } from "./components/forms/action.tsx";
import { SessionLayout } from "./session-layout.tsx";
import { type Destination, type OperatorRole, PAGE_GROUPS, type Site, type WaitingWork } from "./site.ts";

/** The operator who views a page. */
export interface Reader {
  name: string;
  role: OperatorRole;
  /** For the page's forms; null with a bearer token, which needs none. */
  csrfToken: string | null;
}

/** The token for forms of operators who may act; null for viewers, and with a bearer token. */
export function formToken({ role, csrfToken }: Reader): string | null {
  return role === "viewer" ? null : csrfToken;
}

interface AdminLayoutProps {
  site: Site;
  reader: Reader;
  path: string;
  title: string;
  /** Confirmation of the previous form. */
  notice?: string | null;
  /** Hidden values of the page's forms; null on a page without forms. */
  forms?: PageForms | null;
  children: ComponentChildren;
}

/** The frame of every operators' page: navigation, and the signed-in operator. */
export function AdminLayout(props: AdminLayoutProps): JSX.Element {
  const { site, reader, path, title, children, ...rest } = props;
  return (
    <SessionLayout
      {...{ site, path, title }}
      {...rest}
      description={`${title}, for the operators of this salute.`}
      isForOperators
      navigation={<Pages site={site} reader={reader} path={path} />}
    >
      {children}
    </SessionLayout>
  );
}

/** Collapsed on a narrow screen until its button is pressed. */
function Pages({ site, reader, path }: Pick<AdminLayoutProps, "site" | "reader" | "path">): JSX.Element {
  const waiting = site.waiting?.() ?? new Map<string, WaitingWork>();
  return (
    <nav class="contents desk-pages" aria-label="Operators' pages">
      <input type="checkbox" id="admin-pages-open" class="fold-switch" />
      <label for="admin-pages-open" class="fold-label">
        Operators' pages
      </label>
      <div class="fold">
        <form method="get" action="/admin/search" class="form">
          <label for="admin-search">Search</label>
          <input id="admin-search" type="search" name="q" autocomplete="off" spellcheck={false} />
        </form>
        {PAGE_GROUPS.map((group) => (
          <PageGroup
            key={group}
            group={group}
            pages={site.adminPages(reader.role).filter((page) => page.group === group)}
            path={path}
            waiting={waiting}
          />
        ))}
        <p class="note">
          {reader.name}, {reader.role}
        </p>
        {reader.csrfToken !== null && (
          <Action to="/admin/sign-out" csrfToken={reader.csrfToken} label="Sign out" />
        )}
      </div>
    </nav>
  );
}

interface PageGroupProps {
  group: string;
  pages: readonly Destination[];
  /** The present page. */
  path: string;
  waiting: ReadonlyMap<string, WaitingWork>;
}

function PageGroup({ group, pages, path, waiting }: PageGroupProps): JSX.Element | null {
  if (pages.length === 0) return null;
  const id = `pages-${group.toLowerCase()}`;
  return (
    <>
      <h2 id={id}>{group}</h2>
      <ul aria-labelledby={id}>
        {pages.map((page) => (
          <li key={page.path}>
            <a href={page.path} aria-current={page.path === path ? "page" : undefined}>
              {page.label}
            </a>
            <WaitingCount work={waiting.get(page.path)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function WaitingCount({ work }: { work: WaitingWork | undefined }): JSX.Element | null {
  if (work === undefined) return null;
  return (
    <span class={work.isUrgent ? "waiting-count waiting-urgent" : "waiting-count"}>
      {work.count.toLocaleString("en")}
      <span class="visually-hidden">{work.isUrgent ? " waiting, some urgent" : " waiting"}</span>
    </span>
  );
}
