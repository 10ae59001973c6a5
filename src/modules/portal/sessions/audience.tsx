/** @jsxImportSource preact */

import { Problem } from "../../../http/answers/problem.ts";
import type { MemberActor } from "../../../http/operation.ts";
import {
  Action,
  htmlResponse,
  Layout,
  PasskeySignIn,
  SessionLayout,
  type Site,
} from "../../../pages/index.ts";
import type { Scope } from "../../access/keys/index.ts";
import { type Audience, newPageState, PRIVATE } from "../../platform/admin-page/index.ts";
import type { Power } from "../settings/index.ts";
import { MemberAccess } from "./member-access.ts";
import type { KeyFiles } from "./standing.ts";

/** A page of the portal's navigation. */
export interface PortalPage {
  path: string;
  label: string;
}

export const HOME = "/partners";
/** Where members sign in. */
export const SIGN_IN = "/partners/sign-in";
/** A member's own passkeys. */
export const PASSKEYS = "/partners/passkeys";
export const SIGN_OUT = "/partners/sign-out";

/**
 * The members of partners, who read the portal's pages. Where a page or form has a power, those of a partner without it
 * only read. Where it has a scope, sessions of keys without it are refused.
 */
export type Members = (power: Power | null, scope?: Scope | null) => Audience<MemberActor>;

export function createMembers(site: Site, files: KeyFiles, navigation: readonly PortalPage[]): Members {
  const members: Omit<Audience<MemberActor>, "access" | "readmit"> = {
    site,
    home: HOME,
    find: (actor) => (actor.kind === "member" ? actor : null),
    require: (actor) => {
      if (actor.kind !== "member") throw new Problem("forbidden", "Open these pages with a link.");
      return actor;
    },
    Frame: ({ reader, path, content, ...frame }) => (
      <SessionLayout
        {...frame}
        path={path}
        description={`${frame.title}, for a partner of this salute.`}
        usesPasskeys
        navigation={<Pages pages={navigation} path={path} name={reader.name} csrfToken={reader.csrfToken} />}
      >
        {content}
      </SessionLayout>
    ),
    embeddedBy: ({ embedOrigin }) => (embedOrigin === null ? [] : [embedOrigin]),
    refuseEntry: ({ message, status }) => {
      const page = (
        <Layout
          site={site}
          path=""
          isUnlisted
          usesPasskeys
          title="Partner portal"
          description="A partner's own pages."
        >
          <h1>Partner portal</h1>
          <p class="lead">{message}</p>
          <PasskeySignIn site={site} path={SIGN_IN} />
          <p>
            Links are made by your own back office, or by the operators of this server. Each opens one
            session.
          </p>
          <p>
            Members sign in with a passkey, or <a href={SIGN_IN}>by a link that is mailed to them</a>.
          </p>
        </Layout>
      );
      return htmlResponse(page, { status, headers: PRIVATE });
    },
    state: newPageState(),
  };
  return (power, scope = null) => ({
    ...members,
    access: (role) => new MemberAccess(files, role, { power, scope }),
    readmit: ({ session }, { role, now }) =>
      new MemberAccess(files, role, { power, scope }).readmit(session, now),
  });
}

interface PagesProps {
  pages: readonly PortalPage[];
  path: string;
  name: string;
  csrfToken: string | null;
}

/** Collapsed on a narrow screen until its button is pressed. */
function Pages({ pages, path, name, csrfToken }: PagesProps) {
  return (
    <nav class="contents" aria-label="Your pages">
      <input type="checkbox" id="portal-pages-open" class="fold-switch" />
      <label for="portal-pages-open" class="fold-label">
        Your pages
      </label>
      <div class="fold">
        <ul>
          {pages.map((page) => (
            <li key={page.path}>
              <a href={page.path} aria-current={page.path === path ? "page" : undefined}>
                {page.label}
              </a>
            </li>
          ))}
        </ul>
        <p class="note">{name.replace("portal:", "").replace("/", ", member ")}</p>
        {name.includes("/") && (
          <p>
            <a href={PASSKEYS} aria-current={path === PASSKEYS ? "page" : undefined}>
              Your passkeys
            </a>
          </p>
        )}
        {csrfToken !== null && <Action to={SIGN_OUT} csrfToken={csrfToken} label="Close the session" />}
      </div>
    </nav>
  );
}
