/** @jsxImportSource preact */

import { Cacheable } from "../../../http/answers/answer.ts";
import { anyone, type Operation, PAGES_GROUP, readOperation } from "../../../http/operation.ts";
import { htmlResponse, type Site } from "../../../pages/index.ts";
import { StoredPage } from "../../platform/shared-pages/index.ts";
import { readLogHead, type SignedLog } from "../signed-log/index.ts";
import { type ProofSource, publishProof } from "./answers.ts";
import proofsScript from "./client/proofs.client.js" with { type: "text" };
import { PAGE_SCRIPT_PATH, VERIFY_SCRIPT_PATH } from "./client/scripts.ts";
import verifyScript from "./client/verify.client.js" with { type: "text" };
import { PROOFS } from "./list.ts";
import { ProofsPage } from "./proofs-page.tsx";
import { VerifyPage } from "./verify-page.tsx";

const SCRIPT_SECONDS = 300;
const PAGE = { mediaType: "text/html", description: "A page." };

interface ProofPageParts {
  site: Site;
  log: SignedLog;
  source: ProofSource;
  startedAt: number;
}

export function proofPageRoutes({ site, log, source, startedAt }: ProofPageParts): Operation[] {
  const shared = { method: "GET", group: PAGES_GROUP, access: anyone("pages") } as const;
  const proofs = new StoredPage(site, ({ now, baseUrl }) => {
    const shown = PROOFS.filter(({ readsChain }) => source.token !== null || !readsChain);
    const published = shown.map((proof) => ({ proof, published: publishProof(source, proof, now) }));
    return <ProofsPage {...{ site, baseUrl, proofs: published, head: readLogHead(log), now }} />;
  });
  return [
    readOperation({
      ...shared,
      id: "proofsPage",
      path: "/proofs",
      summary: "All proofs with their freshness and log entries",
      response: PAGE,
      validators: true,
      read: (context) => proofs.get(context),
    }),
    readOperation({
      ...shared,
      id: "verifyPage",
      path: "/proofs/verify",
      summary: "Verify an offline proof or a saved checkpoint",
      response: PAGE,
      read: ({ baseUrl }) => {
        const head = readLogHead(log);
        return htmlResponse(<VerifyPage site={site} baseUrl={baseUrl} head={head} />);
      },
    }),
    scriptRoute({ id: "proofsScript", path: PAGE_SCRIPT_PATH, script: proofsScript, startedAt }),
    scriptRoute({ id: "verifyScript", path: VERIFY_SCRIPT_PATH, script: verifyScript, startedAt }),
  ];
}

interface PageScript {
  id: string;
  path: string;
  script: string;
  startedAt: number;
}

function scriptRoute({ id, path, script, startedAt }: PageScript): Operation {
  return readOperation({
    id,
    method: "GET",
    path,
    group: PAGES_GROUP,
    summary: "A script of the proof pages",
    access: anyone("pages"),
    response: { mediaType: "text/javascript", description: "The script, as an ES module." },
    validators: true,
    read: () => new Cacheable(script, startedAt, SCRIPT_SECONDS),
  });
}
