import type { Database } from "../../../db/database.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
} from "../../../http/operation.ts";
import { problemResponse, type Site } from "../../../pages/index.ts";
import { isStanding, type KeyFiles, SIGN_IN } from "../sessions/index.ts";
import type { MemberBook } from "./member-book.ts";
import { SignInForm } from "./model.ts";
import { askedPage, signInPage } from "./sign-in-page.tsx";
import { findPartnerName } from "./store.ts";

interface SignInParts {
  site: Site;
  live: Database;
  files: KeyFiles;
  book: MemberBook;
}

/** Where members ask for a link that signs them in. */
export function signInRoutes({ site, live, files, book }: SignInParts): Operation[] {
  const common = {
    path: SIGN_IN,
    group: PAGES_GROUP,
    access: anyone("pages"),
    crossOrigin: false,
    refusal: ({ status, message }, { requestId }) => problemResponse({ site, status, message, requestId }),
  } satisfies Partial<Parameters<typeof readOperation>[0]> & object;
  return [
    readOperation({
      ...common,
      id: "portalSignInPage",
      method: "GET",
      summary: "The form with which a partner's member asks for a link",
      response: { mediaType: "text/html", description: "A page." },
      read: () => signInPage(site, { hasMail: book.hasMail }),
    }),
    formOperation({
      ...common,
      id: "portalSignIn",
      summary: "Mail a link that signs in a partner's member",
      status: 200,
      form: SignInForm,
      refusal: (refused) => signInPage(site, { hasMail: book.hasMail, refused }),
      submit: async ({ body: { email }, address, baseUrl }) => {
        await live.writer.run((tx) => {
          const readName = (id: number) => findPartnerName(tx, id);
          const isOpen = ({ partner_id }: { partner_id: number }) =>
            isStanding(files, { key_id: null, partner: readName(partner_id), partner_id });
          book.requestSignIn(tx, { email, address, baseUrl, isOpen, readName });
        });
        return book.hasMail ? askedPage(site) : signInPage(site, { hasMail: false });
      },
    }),
  ];
}
