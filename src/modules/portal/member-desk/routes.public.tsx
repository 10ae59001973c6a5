/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
} from "../../../http/operation.ts";
import { Field, htmlResponse, Layout, problemResponse, type Site } from "../../../pages/index.ts";
import { PRIVATE } from "../../platform/admin-page/index.ts";
import { isStanding, type KeyFiles } from "../sessions/index.ts";
import type { MemberBook } from "./member-book.ts";
import { SignInForm } from "./model.ts";
import { findPartnerName } from "./store.ts";

interface SignInParts {
  site: Site;
  live: Database;
  files: KeyFiles;
  book: MemberBook;
}

export const SIGN_IN = "/partners/sign-in";

/** Where members ask for a link that signs them in. */
export function signInRoutes({ site, live, files, book }: SignInParts): Operation[] {
  const common = {
    path: SIGN_IN,
    group: PAGES_GROUP,
    access: anyone("pages"),
    crossOrigin: false,
    refusal: ({ status, message }, { requestId }) => problemResponse({ site, status, message, requestId }),
  } satisfies Partial<Parameters<typeof readOperation>[0]> & object;
  const show = (children: JSX.Element) =>
    htmlResponse(
      <Layout site={site} path="" isUnlisted title="Partner portal" description="A partner's own pages.">
        <h1>Partner portal</h1>
        {children}
      </Layout>,
      { headers: PRIVATE },
    );
  return [
    readOperation({
      ...common,
      id: "portalSignInPage",
      method: "GET",
      summary: "The form with which a partner's member asks for a link",
      response: { mediaType: "text/html", description: "A page." },
      read: () => show(book.hasMail ? <SignIn /> : <WithoutMail />),
    }),
    formOperation({
      ...common,
      id: "portalSignIn",
      summary: "Mail a link that signs in a partner's member",
      status: 200,
      form: SignInForm,
      submit: async ({ body: { email }, address, baseUrl }) => {
        await live.writer.run((tx) => {
          const nameOf = (id: number) => findPartnerName(tx, id);
          const isOpen = ({ partner_id }: { partner_id: number }) =>
            isStanding(files, { key_id: null, partner: nameOf(partner_id), partner_id });
          book.requestSignIn(tx, { email, address, baseUrl, isOpen, nameOf });
        });
        return show(book.hasMail ? <Asked /> : <WithoutMail />);
      },
    }),
  ];
}

function SignIn(): JSX.Element {
  return (
    <>
      <p class="lead">For members of partners: you get a link by mail, which signs you in.</p>
      <form method="post" action={SIGN_IN} class="form">
        <Field name="email" label="E-mail" required autocomplete="email" />
        <button type="submit" class="button-main">
          Send the link
        </button>
      </form>
    </>
  );
}

function Asked(): JSX.Element {
  return (
    <p class="lead">If a member has this address, a link is on its way. It opens once, within 15 minutes.</p>
  );
}

function WithoutMail(): JSX.Element {
  return (
    <p class="lead">
      This server sends no mail: ask a member who manages, or the operators of this server, for a new link.
    </p>
  );
}
