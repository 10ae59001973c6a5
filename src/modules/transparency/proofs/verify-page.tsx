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

/** Forms to verify a saved offline proof, and that the log extends a saved checkpoint. */
export function VerifyPage({ site, baseUrl, head }: VerifyPageProps): JSX.Element {
  const prefix = head?.path ?? "/log";
  const vkey = head?.vkey ?? "";
  return (
    <Layout
      site={site}
      path="/proofs/verify"
      title="Verify a saved proof or checkpoint"
      description="Verify an offline proof, or that the signed log still extends a saved checkpoint."
      module={VERIFY_SCRIPT_PATH}
    >
      <h1>Verify a saved proof or checkpoint</h1>
      <p class="lead">
        Verification runs in your browser, and your files are never sent anywhere. Parts of the log, such as
        the entry of a proof, are fetched unless you provide them.
      </p>
      <p class="scriptless">
        The forms require JavaScript. In a shell, use the <a href="/log/verifier.js">verifier</a> or any tool
        that reads C2SP logs, such as Go's <code>golang.org/x/mod/sumdb</code>.
      </p>
      <DownloadsForm vkey={vkey} />
      <ProofForm vkey={vkey} />
      <CheckpointForm vkey={vkey} prefix={prefix} />
      <FilesToSave baseUrl={baseUrl} prefix={prefix} />
    </Layout>
  );
}

/** Verifies files downloaded from the proofs page. */
function DownloadsForm({ vkey }: { vkey: string }): JSX.Element {
  return (
    <form class="verify-form" data-form="downloaded" hidden>
      <h2 id="file">Files from Proofs</h2>
      <p>
        The JSON of a proof, or an offline proof with or without its logged object, as downloaded from{" "}
        <a href="/proofs">Proofs</a>.
      </p>
      <Field name="downloaded-vkey" label="Trusted key of the log" value={vkey} rows={2} />
      <p>
        <label for="downloaded">Downloaded files</label>
        <input type="file" id="downloaded" name="downloaded" multiple required />
      </p>
      <button type="submit" class="button button-main">
        Verify files
      </button>
      <div class="verified" role="status" />
    </form>
  );
}

/** Verifies a pasted offline proof and its entry. */
function ProofForm({ vkey }: { vkey: string }): JSX.Element {
  return (
    <form class="verify-form" data-form="proof" hidden>
      <h2 id="offline">Offline proof and its entry</h2>
      <Field name="vkey" label="Trusted key" value={vkey} rows={2} />
      <Field name="proof" label="Proof (.tlog-proof)" rows={8} />
      <Field name="entry" label="Entry (the logged line of JSON)" rows={3} />
      <p>
        <label for="object">Object (optional): the file named by the entry</label>
        <input type="file" id="object" name="object" />
      </p>
      <button type="submit" class="button button-main">
        Verify proof
      </button>
      <div class="verified" role="status" />
    </form>
  );
}

/** Verifies that the log extends a saved checkpoint. */
function CheckpointForm({ vkey, prefix }: { vkey: string; prefix: string }): JSX.Element {
  return (
    <form class="verify-form" data-form="extension" data-prefix={prefix} hidden>
      <h2 id="checkpoint">Saved checkpoint</h2>
      <Field name="older-vkey" label="Saved key" value={vkey} rows={2} />
      <Field name="older" label="Saved checkpoint" rows={6} />
      <button type="submit" class="button button-main">
        Verify checkpoint
      </button>
      <div class="verified" role="status" />
    </form>
  );
}

function FilesToSave({ baseUrl, prefix }: { baseUrl: string; prefix: string }): JSX.Element {
  return (
    <>
      <h2>Files to save</h2>
      <p>
        Save the key once, and for each figure its JSON, its offline proof and its entry. You can verify them
        later without our servers.
      </p>
      <CodeBlock
        label="save one figure"
        code={[
          `curl -s ${baseUrl}${prefix}/vkey > salute.vkey`,
          `curl -s ${baseUrl}${prefix}/checkpoint > salute.checkpoint`,
          `curl -s ${baseUrl}/api/public/token-mint-authorities.json > authorities.json`,
          "# trust_context.log in that file lists the remaining paths: proof, entries, object",
        ].join("\n")}
      />
    </>
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
