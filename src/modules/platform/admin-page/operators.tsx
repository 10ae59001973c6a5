/** @jsxImportSource preact */

import { Problem } from "../../../http/answers/problem.ts";
import { type Actor, hasRole, type OperatorActor, operator } from "../../../http/operation.ts";
import { AdminLayout, htmlResponse, SignInPage, type Site } from "../../../pages/index.ts";
import type { Audience } from "./audience.ts";
import { findFormPage, newPageState } from "./page-state.ts";
import { PRIVATE } from "./refusal.tsx";

const OPERATORS = new WeakMap<Site, Audience<OperatorActor>>();

/** The operators of a build. */
export function ensureOperatorAudience(site: Site): Audience<OperatorActor> {
  const home = "/admin";
  const state = newPageState();
  const known = OPERATORS.get(site) ?? {
    site,
    home,
    access: operator,
    find: (actor) => (actor.kind === "operator" ? actor : null),
    readmit: (who, { role }) => {
      if (hasRole(who.role, role)) return who;
      throw new Problem("forbidden", `This needs the role ${role}.`, { reason: "role" });
    },
    require: requireOperator,
    Frame: ({ content, isEmbedded: _, ...frame }) => <AdminLayout {...frame}>{content}</AdminLayout>,
    embeddedBy: () => [],
    refuseEntry: (problem, { target }) => {
      const reason = isUnknown(problem) ? {} : { message: problem.message };
      // Sign-in continues with a GET: the body of a form was not read, so its path tells the page.
      const next = findFormPage(state, { target, named: target })?.address ?? home;
      const page = <SignInPage site={site} next={next} {...reason} />;
      return htmlResponse(page, { status: problem.status, headers: PRIVATE });
    },
    state,
  };
  OPERATORS.set(site, known);
  return known;
}

/** Whether the caller has not signed in: the form itself says what to do. */
function isUnknown({ options }: Problem): boolean {
  return options.reason === "operator_required";
}

/** @throws Problem forbidden */
export function requireOperator(actor: Actor): OperatorActor {
  if (actor.kind !== "operator")
    throw new Problem("forbidden", "Sign in as an operator.", { reason: "operator_required" });
  return actor;
}
