import type { EpochSchedule, MintState, TransferFee } from "../../../chain/mint.ts";
import type { Tx } from "../../../db/sql.ts";
import {
  extendReading,
  insertReading,
  lastReading,
  POWERS,
  type ReadingRow,
  TRANSFER_FEE,
} from "./power-store.ts";

type Powers = ReturnType<typeof POWERS.read>;

/**
 * Stores a reading of the powers if they differ from those of the last one; otherwise extends the last one to this slot.
 * Readings of an older slot are ignored.
 */
export function recordPowers(
  tx: Tx,
  tokenId: number,
  {
    epochs,
    mint,
    readAt,
    slot,
  }: { mint: MintState; epochs: EpochSchedule | null; slot: number; readAt: number },
): void {
  const last = lastReading(tx, tokenId);
  if (last !== null && slot < last.last_slot) return;
  const powers = POWERS.write(powersOf(mint));
  const fee =
    mint.transferFee === null
      ? null
      : TRANSFER_FEE.write(feesOf(mint.transferFee, epochs ?? knownEpochs(last)));
  if (last !== null && ((last.powers === powers && last.transfer_fee === fee) || last.slot === slot)) {
    extendReading(tx, tokenId, { slot: last.slot, last_slot: slot });
    return;
  }
  insertReading(tx, tokenId, { slot, read_at: readAt, last_slot: slot, powers, transfer_fee: fee });
}

function powersOf(mint: MintState): Powers {
  const held = (authority: string | null, allows: string) => ({
    authority,
    allows,
    is_active: authority !== null,
  });
  const powers: Powers = {
    mint_authority: held(mint.mintAuthority, "mint any amount of the token"),
    freeze_authority: held(mint.freezeAuthority, "freeze and thaw any account of the token"),
  };
  for (const { extension, authority, allows, isActive } of mint.powers)
    powers[extension] = { authority, allows, is_active: isActive };
  for (const name of mint.unknownExtensions)
    powers[name] = { authority: null, allows: "not known to this build", is_active: true };
  return powers;
}

/** A chain's epochs never change, so one reading is enough. */
function knownEpochs(last: ReadingRow | null): EpochSchedule | null {
  if (last === null || last.transfer_fee === null) return null;
  return TRANSFER_FEE.read(last.transfer_fee).epochs ?? null;
}

function feesOf({ older, newer }: NonNullable<MintState["transferFee"]>, epochs: EpochSchedule | null) {
  const text = ({ epoch, maximum, basisPoints }: TransferFee) => ({
    epoch: String(epoch),
    maximum: String(maximum),
    basis_points: basisPoints,
  });
  return { older: text(older), newer: text(newer), epochs };
}
