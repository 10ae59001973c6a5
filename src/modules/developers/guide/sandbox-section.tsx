/** @jsxImportSource preact */

import type { JSX } from "preact";
import { SANDBOXES_PER_MINUTE } from "../../../http/access/partner-admission.ts";
import { CodeBlock, Table } from "../../../pages/index.ts";
import { FIXTURE_SECRET, MAX_NAMED, MAX_NAMED_MB, SANDBOX_STATES } from "../../sandbox/files/index.ts";
import { PROMOTION_CHECKS } from "../../sandbox/promotion/index.ts";

const SANDBOX = "/api/partner/sandbox";

/** Two parallel jobs with a sandbox each. */
const CI_WORKFLOW = `jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix: { sandbox: [ci-1, ci-2] }
    env:
      SALUTE_SANDBOX: \${{ matrix.sandbox }}
      SALUTE_KEY_ID: \${{ secrets.SALUTE_SANDBOX_KEY_ID }}
      SALUTE_SECRET: \${{ secrets.SALUTE_SANDBOX_SECRET }}
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      # POST ${SANDBOX}/reset {"state": "standard-v1"} with X-Sandbox: $SALUTE_SANDBOX
      - run: npm run sandbox:reset
      # every request of the tests carries X-Sandbox: $SALUTE_SANDBOX
      - run: npm test
`;

export function SandboxSection(): JSX.Element {
  return (
    <section aria-labelledby="sandbox">
      <h2 id="sandbox">9. Use the sandbox, then go live</h2>
      <p>
        A sandbox key accepts the same requests under <code>{SANDBOX}/</code>, on your own state: three users
        (the first is <code>ext:demo-user</code>), two webhooks and one dead letter. Nothing live is affected
        and nothing is sent. The state is reset every night.
      </p>
      <p>
        The same calls on a new state give the same responses, byte for byte: ids and secrets depend on the
        previous calls, and the sandbox clock advances by one second per mutation. Your tests can rely on
        this.
      </p>
      <h3 id="sandbox-ci">Parallel CI jobs</h3>
      <p>
        The header <code>X-Sandbox: ci-1</code> gives a job a sandbox of its own: users, ledger, webhooks,
        events, clock, nonces and recorded answers. Names are 1 to 40 of a-z, 0-9 and -; a sandbox is made at
        its first use and deleted a day after its last one, and you have at most {MAX_NAMED}. One whose file
        is larger than {MAX_NAMED_MB} MB is reset at night, as your own sandbox is. The header is not signed:
        it chooses among your practice states only, and live keys ignore it. Each named sandbox has the limit
        of a sandbox key; all of them together may make {SANDBOXES_PER_MINUTE} requests per minute. The
        clients take the name as an option: <code>sandbox: "ci-1"</code>, <code>sandbox="ci-1"</code>.
      </p>
      <p>
        Reset the sandbox at the start of each job: <code>POST {SANDBOX}/reset</code> takes{" "}
        <code>
          {"{"}"state": "{SANDBOX_STATES.join("|")}", "sandbox": "NAME"{"}"}
        </code>
        , both optional, and needs no nonce or Idempotency-Key. Two jobs of one workflow, which use the two
        names again in every run:
      </p>
      <CodeBlock label="Workflow" code={CI_WORKFLOW} />
      <p>
        <code>POST {SANDBOX}/webhook-simulator/run</code> signs a delivery to test your receiver, with{" "}
        <code>"timestamp": "now"</code> for the current time. Unless you send a secret, it signs with{" "}
        <code>{FIXTURE_SECRET}</code>, as the seed's webhooks do.
      </p>
      <p>
        <code>GET {SANDBOX}/promotion-report</code> shows which of these checks your key has passed in the
        last 30 days. When all have passed, ask the operators for a live key.
      </p>
      <Table
        caption="Checks before going live"
        columns={[
          { head: "Check", cell: ({ name }) => <code>{name}</code> },
          { head: "How to pass it", cell: ({ howToPass }) => howToPass },
        ]}
        rows={PROMOTION_CHECKS}
        keyOf={({ name }) => name}
      />
    </section>
  );
}
