/** The suite's programs, the same in both languages. */

interface Programs {
  /** Sends `count` credits of 1, one after another, and prints the balances. */
  credits: string;
  /** As above, on a clock of its own that only waits move; tells it to the gate. */
  onOwnClock: string;
  /** Prints the class of the exception for each code that the gate prepared. */
  classes: string;
}

const NODE = `
import { Salute } from "salute-client";
const [baseUrl, keyId, secret, count] = process.argv.slice(1);`;

const NODE_CREDITS = `
const balances = [];
for (let i = 0; i < Number(count); i++) {
  const credit = { user_id: "ext:zoe", amount: 1, reason: "quest" };
  const { balance } = await salute.salutes.credit(credit, { idempotencyKey: "quest-" + i });
  balances.push(balance);
}
console.log(JSON.stringify(balances));`;

const PYTHON = `
import json, sys
from salute_client import Salute
base_url, key_id, secret, count = sys.argv[1:]`;

const PYTHON_CREDITS = `
balances = []
for i in range(int(count)):
    answer = salute.salutes.credit(user_id="ext:zoe", amount=1, reason="quest", idempotency_key=f"quest-{i}")
    balances.append(float(answer["balance"]))
print(json.dumps(balances))`;

export const PROGRAMS: Readonly<Record<"TypeScript" | "Python", Programs>> = {
  TypeScript: {
    credits: `${NODE}
const salute = new Salute({ baseUrl, keyId, secret });
${NODE_CREDITS}`,
    onOwnClock: `${NODE}
let now = 0;
performance.now = () => now;
const real = setTimeout;
globalThis.setTimeout = (done, ms = 0, ...rest) => {
  if (!new Error().stack.includes("/salute-client/dist/retrying.js")) return real(done, ms, ...rest);
  now += ms;
  queueMicrotask(done);
};
const send = async (url, init) => { await fetch(baseUrl + "/clock?at=" + now); return fetch(url, init); };
const salute = new Salute({ baseUrl, keyId, secret, fetch: send });
${NODE_CREDITS}`,
    classes: `${NODE}
const salute = new Salute({ baseUrl, keyId, secret, retries: 0 });
const classes = {};
for (let i = 0; i < Number(count); i++)
  await salute.salutes.balance({ user_id: 1 }).catch((error) => { classes[error.code] = error.constructor.name; });
console.log(JSON.stringify(classes));`,
  },
  Python: {
    credits: `${PYTHON}
salute = Salute(base_url, key_id, secret)
${PYTHON_CREDITS}`,
    onOwnClock: `${PYTHON}
import time, urllib.request
now = [0.0]
def tell():
    urllib.request.urlopen(f"{base_url}/clock?at={now[0] * 1000}").read()
def sleep(seconds):
    now[0] += seconds
    tell()
time.sleep, time.monotonic = sleep, lambda: now[0]
tell()
salute = Salute(base_url, key_id, secret)
${PYTHON_CREDITS}`,
    classes: `${PYTHON}
from salute_client import SaluteError
salute, classes = Salute(base_url, key_id, secret, retries=0), {}
for i in range(int(count)):
    try:
        salute.salutes.balance(user_id=1)
    except SaluteError as error:
        classes[error.code] = type(error).__name__
print(json.dumps(classes))`,
  },
};
