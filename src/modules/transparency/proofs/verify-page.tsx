/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, Layout, type Site } from "../../../pages/index.ts";
import type { LogHead } from "../signed-log/index.ts";
import { VERIFY_SCRIPT_PATH } from "./client/scripts.ts";

interface VerifyPageProps {
  site: Site;
  baseUrl: string;
  head: LogHead | null;
}

/**
 * Verifies what a reader kept: an offline proof with its entry and object, or that the log extends an old checkpoint.
 */
export function VerifyPage({ site, baseUrl, head }: VerifyPageProps): JSX.Element {
  const prefix = head?.path ?? "/log";
  return (
    <Layout
      site={site}
      path="/proofs/verify"
      title="Verify what you kept"
      description="Check an offline proof, or that the signed log still extends a checkpoint that you kept."
      module={VERIFY_SCRIPT_PATH}
    >
      <h1>Verify what you kept</h1>
      <p class="lead">
        Everything is checked in your browser, and nothing of yours is sent anywhere. What the log itself
        holds, such as the entry of a proof, is fetched from it; with proof and entry nothing is.
      </p>
      <p class="scriptless">
        The forms need script. In a shell the same is done by the <a href="/log/verifier.js">verifier</a>, or
        by any tool that reads C2SP logs, such as Go's <code>golang.org/x/mod/sumdb</code>.
      </p>
      <form class="verify-form" data-form="downloaded" hidden>
        <h2 id="file">Files from Proofs</h2>
        <p>
          The JSON of a proof; or an offline proof, alone or together with its logged bytes, as{" "}
          <a href="/proofs">Proofs</a> offers them.
        </p>
        <Field name="downloaded-vkey" label="Key of the log" value={head?.vkey ?? ""} rows={2} />
        <p>
          <label for="downloaded">Files that you downloaded</label>
          <input type="file" id="downloaded" name="downloaded" multiple required />
        </p>
        <button type="submit" class="button button-main">
          Verify the files
        </button>
        <div class="verified" role="status" />
      </form>
      <form class="verify-form" data-form="proof" hidden>
        <h2 id="offline">A proof and its entry</h2>
        <Field name="vkey" label="Key that you trust" value={head?.vkey ?? ""} rows={2} />
        <Field name="proof" label="Proof (.tlog-proof)" rows={8} />
        <Field name="entry" label="Entry (the line of JSON that was logged)" rows={3} />
        <p>
          <label for="object">Object (optional): the file that the entry names</label>
          <input type="file" id="object" name="object" />
        </p>
        <button type="submit" class="button button-main">
          Verify the proof
        </button>
        <div class="verified" role="status" />
      </form>
      <form class="verify-form" data-form="extension" data-prefix={prefix} hidden>
        <h2 id="checkpoint">A checkpoint that you kept</h2>
        <Field name="older-vkey" label="Key that you kept" value={head?.vkey ?? ""} rows={2} />
        <Field name="older" label="Checkpoint that you kept" rows={6} />
        <button type="submit" class="button button-main">
          Verify that the log extends it
        </button>
        <div class="verified" role="status" />
      </form>
      <h2>What to keep</h2>
      <p>
        The key, once; and with each figure that matters to you its JSON, its offline proof and the entry.
        They need nothing of ours to be verified later.
      </p>
      <CodeBlock
        label="keep one figure"
        code={[
          `curl -s ${baseUrl}${prefix}/vkey > salute.vkey`,
          `curl -s ${baseUrl}${prefix}/checkpoint > salute.checkpoint`,
          `curl -s ${baseUrl}/api/public/token-mint-authorities.json > authorities.json`,
          "# trust_context.log of that file names what to fetch: proof, entries, object",
        ].join("\n")}
      />
    </Layout>
  );
}

function Field({
  name,
  label,
  rows,
  value = "",
}: {
  name: string;
  label: string;
  rows: number;
  value?: string;
}): JSX.Element {
  return (
    <p>
      <label for={name}>{label}</label>
      <textarea id={name} name={name} rows={rows} spellcheck={false} autocomplete="off" required>
        {value}
      </textarea>
    </p>
  );
}
