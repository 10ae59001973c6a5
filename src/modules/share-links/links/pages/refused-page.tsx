/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Problem } from "../../../../http/answers/problem.ts";
import type { Refused } from "../../../../http/declaration.ts";
import { refusalLocale } from "../../../../http/input/page-locale.ts";
import { KeyValue, Layout, refusalText, type Site } from "../../../../pages/index.ts";
import { SHARE_WORDS } from "../words/index.ts";

interface RefusedPageProps {
  site: Site;
  problem: Problem;
  refused: Refused;
}

/** Explains, with the code, why a short link does not work. */
export function RefusedPage({ site, problem, refused }: RefusedPageProps): JSX.Element {
  const locale = refusalLocale(refused);
  const words = SHARE_WORDS.in(locale);
  const { code, entry } = problem;
  const title = words.find(`refused_title_${code}`) ?? entry.title;
  return (
    <Layout
      site={site}
      path="/s/audio"
      isUnlisted
      locale={locale}
      title={title}
      description={words.say("refused_about", { title })}
    >
      <h1>{title}</h1>
      <p class="lead">{refusalText(problem, locale, words)}</p>
      <KeyValue
        rows={[
          [words.say("refused_code"), <code key="code">{code}</code>],
          [words.say("refused_status"), entry.http_status],
          [words.say("refused_request"), <code key="request">{refused.requestId}</code>],
        ]}
      />
    </Layout>
  );
}
