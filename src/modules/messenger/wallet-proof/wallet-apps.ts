/**
 * Universal links of Solana wallets that open a page in the wallet's own browser (docs.phantom.com, docs.solflare.com:
 * "Browse"). There the page meets the wallet's provider, so that no wallet's key exchange is needed.
 */
export function walletAppLinks(url: string): { phantom: string; solflare: string } {
  const target = encodeURIComponent(url);
  const ref = encodeURIComponent(new URL(url).origin);
  return {
    phantom: `https://phantom.app/ul/browse/${target}?ref=${ref}`,
    solflare: `https://solflare.com/ul/v1/browse/${target}?ref=${ref}`,
  };
}
