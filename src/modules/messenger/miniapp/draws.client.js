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

/** Above those of every campaign: they keep a file from elsewhere from taking hours. */
const MOST = { segments: 1_000, weight: 1_000_000, tiles: 1_000 };

const mismatch = (detail) => ({ ok: false, detail });
const isCount = (value, most) => Number.isInteger(value) && value >= 0 && value <= most;

/**
 * Recomputes a round: its outcome, and what it says it paid. Returns whether it matches its seeds (null if they are not
 * revealed) and a sentence.
 */
export async function verifyRound(round) {
  const { algorithm, client_seed, nonce, server_seed, server_seed_hash } = round.fairness;
  if (nonce !== undefined && nonce !== round.nonce)
    return mismatch(`The round has the nonce ${round.nonce}, its fairness ${nonce}.`);
  if (server_seed === null) return { ok: null, detail: "The server seed is not revealed yet." };
  if ((await sha256Hex(server_seed)) !== server_seed_hash)
    return mismatch("The server seed does not match its commitment.");
  if (algorithm !== "reject-v1" && algorithm !== "stake-v1")
    return mismatch("The algorithm is unknown to this page.");
  const seeds = { algorithm, serverSeed: server_seed, clientSeed: client_seed, nonce: round.nonce };
  if (round.game_key === "spin-wheel") return await verifyWheel(round, seeds);
  if (round.game_key === "recon-grid") return await verifyGrid(round, seeds);
  return mismatch("The game is unknown to this page.");
}

async function verifyWheel({ label, reward, segment_index, segments }, seeds) {
  const weights = Array.isArray(segments) ? segments.map(({ weight }) => weight) : [];
  const areWeights = weights.every((weight) => weight > 0 && isCount(weight, MOST.weight));
  if (weights.length === 0 || weights.length > MOST.segments || !areWeights)
    return mismatch("The round has no segments to draw from.");
  const index = await drawSegment(seeds, weights);
  if (index !== segment_index) return mismatch(`The seeds draw segment ${index}, not ${segment_index}.`);
  const drawn = segments[index];
  if (label !== undefined && label !== drawn.label)
    return mismatch(`The label is not that of segment ${index}.`);
  if (reward !== undefined && !isSameReward(reward, drawn.reward))
    return mismatch(`The reward is not that of segment ${index}.`);
  return { ok: true, detail: `Segment ${index} (${drawn.label}) matches the seeds.` };
}

function isSameReward(a, b) {
  return a?.kind === b?.kind && a?.amount === b?.amount;
}

async function verifyGrid(round, seeds) {
  const { layout: shown, revealed, rules } = round;
  const { mines, targets, tiles } = rules ?? {};
  if (![mines, targets, tiles].every((count) => isCount(count, MOST.tiles)) || mines + targets > tiles)
    return mismatch("The round's rules make no grid.");
  if (!Array.isArray(shown) || !Array.isArray(revealed)) return mismatch("The round's layout is missing.");
  const layout = await drawLayout(seeds, rules);
  if (shown.length !== layout.length)
    return mismatch(`The layout has ${shown.length} cells, not ${layout.length}.`);
  const claims = [...revealed, ...shown.map((content, cell) => ({ cell, content }))];
  const wrong = claims.find(({ cell, content }) => layout[cell] !== content);
  if (wrong !== undefined)
    return mismatch(
      `The seeds put ${layout[wrong.cell] ?? "nothing"} at cell ${wrong.cell}, not ${wrong.content}.`,
    );
  return courseFault(round) ?? { ok: true, detail: `${claims.length} cells match the seeds.` };
}

/** Plays the revealed cells in their order. Null if the round's end and earnings are theirs. */
function courseFault({ earned, found, revealed, rules, state }) {
  let count = 0;
  const unfinished = state === "abandoned" ? state : "expired";
  let end = unfinished;
  const seen = new Set();
  for (const { cell, content } of revealed) {
    if (end !== unfinished || seen.has(cell))
      return mismatch(`Cell ${cell} cannot have been revealed any more.`);
    seen.add(cell);
    if (content === "target") count++;
    if (content === "mine") end = "hit";
    else if (count === rules.targets) end = "cleared";
  }
  if (state !== end) return mismatch(`Its cells make the round ${end}, not ${state}.`);
  if (found !== count) return mismatch(`${count} targets were revealed, not ${found}.`);
  const due = count * rules.reward_per_target + (end === "cleared" ? rules.clear_bonus : 0);
  return Math.abs(due - earned) < 0.005 ? null : mismatch(`Its cells earn ${due}, not ${earned}.`);
}
