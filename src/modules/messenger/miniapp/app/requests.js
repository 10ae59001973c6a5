/** Calls of the API. The session token is only in memory; nothing is stored on the device. */
import { $, figures } from "./elements.js";

let token = null;

/** Later calls bear this session token. @param {string | null} value null for none */
export function useToken(value) {
  token = value;
}

/** A refusal by the server, which no retry changes. */
class Refusal extends Error {}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Calls an operation. Retries network errors and 5xx answers with the same body and idempotency key. */
async function call(method, path, body) {
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(`/api/messenger/${path}`, {
        method,
        credentials: "omit",
        headers: {
          ...(body === undefined ? {} : { "content-type": "application/json" }),
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = await response.json();
      if (response.ok) return showBalances(answer);
      if (response.status < 500 || attempt === 4)
        throw new Refusal(answer.message ?? "The server did not answer.");
    } catch (error) {
      if (error instanceof Refusal || attempt === 4) throw error;
    }
    await pause(300 * 2 ** attempt);
  }
}

export const read = (path) => call("GET", path);
export const ask = (path, body = {}) => call("POST", path, body);
export const act = (path, body = {}) => call("POST", path, { idempotency_key: crypto.randomUUID(), ...body });

function showBalances(answer) {
  if (answer.balances !== undefined) {
    const { free_spins, missiles, salutes } = answer.balances;
    $("balance-salutes").textContent = figures.format(salutes);
    $("balance-missiles").textContent = figures.format(missiles);
    $("balance-free-spins").textContent = figures.format(free_spins);
  }
  return answer;
}
