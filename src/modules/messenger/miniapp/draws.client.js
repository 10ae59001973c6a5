/**
 * Recomputes rounds from their published data alone (see /miniapp/verify). Without dependencies; runs in browsers, Bun and
 * Node 24.
 */

const RANGE = 2 ** 32;
const utf8 = new TextEncoder();

export async function sha256Hex(text) {
  const digest = await crypto.subtle.digest("SHA-256", utf8.encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Returns a function that draws a number below n; block r is HMAC-SHA256 over `clientSeed:nonce:r`. */
export async function createDraws({ algorithm, serverSeed, clientSeed, nonce }) {
  const hash = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8.encode(serverSeed), hash, false, ["sign"]);
  let view = new DataView(new ArrayBuffer(0));
  let offset = 0;
  let round = 0;
  async function next() {
    if (offset + 4 > view.byteLength) {
      const block = await crypto.subtle.sign("HMAC", key, utf8.encode(`${clientSeed}:${nonce}:${round++}`));
      view = new DataView(block);
      offset = 0;
    }
    offset += 4;
    return view.getUint32(offset - 4);
  }
  if (algorithm === "stake-v1") return async (n) => Math.floor(((await next()) / RANGE) * n);
  return async (n) => {
    const limit = RANGE - (RANGE % n);
    let drawn = await next();
    while (drawn >= limit) drawn = await next();
    return drawn % n;
  };
}

export async function drawSegment(seeds, weights) {
  const draw = await createDraws(seeds);
  let left = await draw(weights.reduce((sum, weight) => sum + weight, 0));
  return weights.findIndex((weight) => {
    if (left < weight) return true;
    left -= weight;
    return false;
  });
}

export async function drawLayout(seeds, { tiles, mines, targets }) {
  const draw = await createDraws(seeds);
  const remaining = [...new Array(tiles).keys()];
  const layout = new Array(tiles).fill("empty");
  for (let pick = 0; pick < mines + targets; pick++) {
    const [cell] = remaining.splice(await draw(tiles - pick), 1);
    layout[cell] = pick < mines ? "mine" : "target";
  }
  return layout;
}

/** Recomputes a round. Returns whether it matches its seeds (null if they are not revealed) and a sentence. */
export async function verifyRound(round) {
  const { algorithm, client_seed, server_seed, server_seed_hash } = round.fairness;
  if (server_seed === null) return { ok: null, detail: "The server seed is not revealed yet." };
  if ((await sha256Hex(server_seed)) !== server_seed_hash)
    return { ok: false, detail: "The server seed does not match its commitment." };
  const seeds = { algorithm, serverSeed: server_seed, clientSeed: client_seed, nonce: round.nonce };
  if (round.segments !== undefined) {
    const index = await drawSegment(
      seeds,
      round.segments.map(({ weight }) => weight),
    );
    return index === round.segment_index
      ? { ok: true, detail: `Segment ${index} (${round.segments[index].label}) matches the seeds.` }
      : { ok: false, detail: `The seeds draw segment ${index}, not ${round.segment_index}.` };
  }
  const layout = await drawLayout(seeds, round.rules);
  const shown = [...round.revealed, ...(round.layout ?? []).map((content, cell) => ({ cell, content }))];
  const wrong = shown.find(({ cell, content }) => layout[cell] !== content);
  return wrong === undefined
    ? { ok: true, detail: `${shown.length} cells match the seeds.` }
    : {
        ok: false,
        detail: `The seeds put ${layout[wrong.cell]} at cell ${wrong.cell}, not ${wrong.content}.`,
      };
}
