import type { JSX } from "preact";
import { Layout, type Site } from "../../pages/index.ts";

/** The first page: what salute is, in one screen, and where each reader goes on. */
export function LandingPage({ site }: { site: Site }): JSX.Element {
  return (
    <Layout
      site={site}
      path="/"
      title="salute: signed credits, counted once"
      description="salute signs, counts and answers for the partners of a token project."
    >
      <h1>Signed credits, counted once</h1>
      <p class="lead">
        Partners credit and debit salutes with signed requests. Each intent is carried out once, written to an
        append-only ledger, and told onwards.
      </p>
    </Layout>
  );
}
