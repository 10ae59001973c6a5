"""A partner's integration against the sandbox: a user, a credit that is repeated safely, a refused debit, the ledger.

SALUTE_URL, SALUTE_KEY_ID and SALUTE_SECRET are those of a sandbox key.
`PYTHONPATH=clients/python python3 examples/partner.py`; outside this repository, install salute-client (see /developers
of a running server).
"""

import json
import os

from salute_client import InsufficientBalanceError, Salute

salute = Salute(os.environ["SALUTE_URL"], os.environ["SALUTE_KEY_ID"], os.environ["SALUTE_SECRET"])

player = "example-player"
user_id = salute.users.create(external_id=player, display_name="Example")["user"]["id"]

# Store the key with the intent before the call: a repeated call with it acts once.
quest = {"user_id": user_id, "amount": 25, "reason": "quest", "idempotency_key": f"quest-7-{player}"}
credited = salute.salutes.credit(**quest)
repeated = salute.salutes.credit(**quest)

refused = ""
try:
    salute.salutes.debit(user_id=user_id, amount=100, reason="shop")
except InsufficientBalanceError as error:
    refused = error.code
salute.salutes.debit(user_id=user_id, amount=10, reason="shop")

deltas = [entry["delta"] for entry in salute.salutes.each_ledger_entry(user_id=user_id)]
balance = salute.salutes.balance(user_id=user_id)["balance"]

print(json.dumps({
    "is_applied_once": credited["ledger_entry_id"] == repeated["ledger_entry_id"],
    "refused": refused,
    "deltas": deltas,
    "balance": balance,
}))
