import type { JSX } from "preact";
import type { Problem } from "../../../http/answers/problem.ts";
import type { Access, Actor, Context, MemberActor, OperatorActor, Role } from "../../../http/operation.ts";
import type { PageForms, Reader, Site } from "../../../pages/index.ts";
import type { PageState } from "./page-state.ts";

/** An actor who reads pages in a session. */
export type PageActor = OperatorActor | MemberActor;

/** A page's content with what its frame shows. */
export interface FramedPage {
  path: string;
  title: string;
  /** Confirmation of the previous form. */
  notice: string | null;
  /** Hidden values of the page's forms; null on a page without forms. */
  forms: PageForms | null;
  content: JSX.Element;
}

/** The readers of a set of pages: who they are, what frames their pages, and what everybody else gets. */
export interface Audience<Who extends PageActor> {
  site: Site;
  /** Path of their first page. */
  home: string;
  access: (role: Role, options?: { sessionOnly: boolean }) => Access;
  /** Null for an actor of another kind. */
  find: (actor: Actor) => Who | null;
  /** The reader as a page of this audience knows it, for the page's own role and needs. @throws Problem forbidden */
  readmit: (who: Who, page: { role: Role; now: number }) => Who;
  /** @throws Problem forbidden for an actor of another kind */
  require: (actor: Actor) => Who;
  Frame: (props: FramedPage & { site: Site; reader: Reader; isEmbedded: boolean }) => JSX.Element;
  /** Origins whose pages may embed this reader's pages. */
  embeddedBy: (who: Who) => readonly string[];
  /** The answer to a caller without access. */
  refuseEntry: (problem: Problem, refused: { requestId: string; target: string }) => Response;
  state: PageState;
}

export function toReader({ name, role, session }: PageActor): Reader {
  return { name, role, csrfToken: session?.csrfToken ?? null };
}

/** The context of a form, for the page that shows the form again: its reader must pass the page's own access. */
export function readmitted<Who extends PageActor>(
  audience: Audience<Who>,
  given: Context,
  role: Role,
): Context {
  return { ...given, actor: audience.readmit(audience.require(given.actor), { role, now: given.now }) };
}
