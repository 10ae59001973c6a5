/** The shop: missiles and spins for salutes, with what they return on average. */
import { $ } from "./elements.js";
import { announce } from "./messages.js";
import { act, ask } from "./requests.js";
import { returnText } from "./returns.js";
import { figures, rewardText, say } from "./words.js";

const KINDS = { missile: "missiles", spin: "free_spins" };
const MAX_SPINS = 100;

/** Prices in salutes by item; null for an item that is not sold now. */
const prices = {};
let balance = 0;

export async function showShop() {
  const [wheel, grid] = await Promise.all(
    ["spin-wheel", "recon-grid"].map((game) => ask(`games/${game}/status`)),
  );
  balance = wheel.balances.salutes;
  showOffer("missile", grid.rules?.missile_price ?? null, grid.rules?.max_missiles_per_purchase ?? 1);
  showOffer("spin", wheel.campaign?.cost || null, MAX_SPINS);
  $("missile-return").textContent = returnText("recon-grid");
  $("spin-return").textContent = returnText("spin-wheel");
  $("shop-closed").hidden = Object.values(prices).some((price) => price !== null);
}

function showOffer(item, price, max) {
  prices[item] = price;
  $(`shop-${item}`).hidden = price === null;
  $(`${item}-quantity`).max = String(max);
  showTotal(item);
}

/** Says what the chosen quantity costs before it is paid. */
export function showTotal(item) {
  const price = prices[item];
  if (price === null || price === undefined) return;
  const quantity = Number($(`${item}-quantity`).value);
  const total = price * quantity;
  const button = $(`shop-${item}`).querySelector("[type=submit]");
  button.textContent = say("shop_buy_for", { price: rewardText({ kind: "salutes", amount: total }) });
  button.disabled = !(quantity >= 1);
  $(`shop-${item}-note`).textContent =
    total > balance
      ? say("shop_too_few", { missing: rewardText({ kind: "salutes", amount: total - balance }) })
      : say("shop_left", { left: figures.format(balance - total) });
}

export async function buyItem(form) {
  const { item } = form.dataset;
  const quantity = Number(form.elements.quantity.value);
  const { purchase } = await act("games/items/purchase", { item, quantity });
  await showShop();
  announce(say("shop_bought", { items: rewardText({ kind: KINDS[item], amount: purchase.quantity }) }));
}
