import { formatDecimal } from "../../../kit/money.ts";
import { recordPowers } from "../movements/index.ts";
import { refresh, type TokenWork } from "./refresh.ts";

/**
 * Reads the mint and freeze authorities, and the powers of the mint's extensions. Returns a sentence about the
 * result.
 */
export async function refreshMintAuthorities(work: TokenWork): Promise<string> {
  let found = "";
  await refresh(work, "mint_authorities", async (tokenId, minSlot) => {
    const readAt = work.clock.now();
    const { value: mint, ...proved } = await work.chain.getMintState(minSlot);
    const epochs = mint.transferFee === null ? null : await work.chain.getEpochSchedule();
    found = `minted by ${mint.mintAuthority ?? "nobody"}, frozen by ${mint.freezeAuthority ?? "nobody"}, ${mint.powers.length} extensions that allow something`;
    return {
      ...proved,
      takenAt: readAt,
      also: (tx) => recordPowers(tx, tokenId, { mint, epochs, slot: Number(proved.slot), readAt }),
      data: {
        program: mint.program,
        decimals: mint.decimals,
        supply: formatDecimal(mint.supply, mint.decimals),
        mint_authority: mint.mintAuthority,
        freeze_authority: mint.freezeAuthority,
        powers: mint.powers.map(({ extension, authority, allows, isActive }) => ({
          extension,
          authority,
          allows,
          is_active: isActive,
        })),
        unknown_extensions: [...mint.unknownExtensions],
      },
    };
  });
  return found;
}
