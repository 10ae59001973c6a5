import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  lamports,
  pipe,
  setTransactionMessageFeePayerSigner,
  signTransactionMessageWithSigners,
  type Transaction,
} from "@solana/kit";
import { getCreateAccountInstruction } from "@solana-program/system";
import {
  AuthorityType,
  findAssociatedTokenPda,
  getBurnInstruction,
  getCreateAssociatedTokenIdempotentInstructionAsync,
  getInitializeMint2Instruction,
  getMintToInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token";
import { FailedTransactionMetadata, LiteSVM } from "litesvm";
import type { Clock } from "../../../src/kit/clock.ts";

export const SPL_TOKEN = "TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA";
export const TOKEN_2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb";

/** A transaction as returned by getTransaction with encoding json. */
export interface RecordedTransaction {
  signature: string;
  slot: number;
  blockTime: number;
  failed: boolean;
  accountKeys: string[];
  result: object;
}

/** The chain as seen by one node; a lagging node keeps an old view. */
export interface View {
  svm: LiteSVM;
  slot: number;
  history: readonly RecordedTransaction[];
  genesis: string;
}

/** A real token program in a virtual machine, with a node's history. Each slot has one transaction. */
export class TestChain {
  readonly history: RecordedTransaction[] = [];
  slot = 1_000;
  mint = "";
  program = SPL_TOKEN;
  decimals = 6;
  readonly #svm = new LiteSVM().withTransactionHistory(0n);
  #payer: KeyPairSigner | null = null;

  constructor(
    private readonly clock: Clock,
    readonly genesis = "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY",
  ) {}

  /** Creates a chain with a mint whose authority is the payer. */
  static async create(
    clock: Clock,
    options: { program?: string; decimals?: number; extensions?: Extension[]; freeze?: boolean } = {},
  ): Promise<TestChain> {
    const chain = new TestChain(clock);
    chain.program = options.program ?? SPL_TOKEN;
    chain.decimals = options.decimals ?? 6;
    const payer = await generateKeyPairSigner();
    chain.#payer = payer;
    chain.#svm.airdrop(payer.address, lamports(1_000_000_000_000n));
    const mint = await generateKeyPairSigner();
    chain.mint = mint.address;
    const extensions = options.extensions ?? [];
    const space =
      extensions.length === 0 ? 82n : BigInt(166 + extensions.reduce((sum, each) => sum + each.bytes, 0));
    await chain.send([
      getCreateAccountInstruction({
        payer,
        newAccount: mint,
        lamports: chain.#svm.minimumBalanceForRentExemption(space),
        space,
        programAddress: address(chain.program),
      }),
      ...extensions.map((each) => each.instruction(mint.address)),
      getInitializeMint2Instruction(
        {
          mint: mint.address,
          decimals: chain.decimals,
          mintAuthority: payer.address,
          freezeAuthority: options.freeze === true ? payer.address : null,
        },
        { programAddress: address(chain.program) },
      ),
    ]);
    return chain;
  }

  get payer(): KeyPairSigner {
    if (this.#payer === null) throw new Error("the chain was not created");
    return this.#payer;
  }

  get view(): View {
    return { svm: this.#svm, slot: this.slot, history: this.history, genesis: this.genesis };
  }

  /** Snapshot of the chain, for a lagging node. */
  frozen(): View {
    const svm = LiteSVM.fromBytes(this.#svm.toBytes());
    return { svm, slot: this.slot, history: [...this.history], genesis: this.genesis };
  }

  async wallet(): Promise<KeyPairSigner> {
    const signer = await generateKeyPairSigner();
    this.#svm.airdrop(signer.address, lamports(1_000_000_000n));
    return signer;
  }

  async accountOf(owner: string): Promise<Address> {
    const [found] = await findAssociatedTokenPda({
      owner: address(owner),
      mint: address(this.mint),
      tokenProgram: address(this.program),
    });
    return found;
  }

  /** Mints base units to a wallet, creating its account if needed. */
  async mintTo(owner: string, amount: bigint): Promise<string> {
    return this.send([
      await this.#openAccount(owner),
      getMintToInstruction(
        {
          mint: address(this.mint),
          token: await this.accountOf(owner),
          mintAuthority: this.payer,
          amount,
        },
        { programAddress: address(this.program) },
      ),
    ]);
  }

  async transfer(from: KeyPairSigner, to: string, amount: bigint): Promise<string> {
    return this.send([await this.#openAccount(to), await this.transferInstruction(from, to, amount)]);
  }

  async transferInstruction(from: KeyPairSigner, to: string, amount: bigint): Promise<Instruction> {
    return getTransferCheckedInstruction(
      {
        source: await this.accountOf(from.address),
        mint: address(this.mint),
        destination: await this.accountOf(to),
        authority: from,
        amount,
        decimals: this.decimals,
      },
      { programAddress: address(this.program) },
    );
  }

  async burn(from: KeyPairSigner, amount: bigint): Promise<string> {
    const account = await this.accountOf(from.address);
    return this.send([
      getBurnInstruction(
        { account, mint: address(this.mint), authority: from, amount },
        { programAddress: address(this.program) },
      ),
    ]);
  }

  /** Permanently revokes the mint authority. */
  async renounceMint(): Promise<string> {
    return this.send([
      getSetAuthorityInstruction(
        {
          owned: address(this.mint),
          owner: this.payer,
          authorityType: AuthorityType.MintTokens,
          newAuthority: null,
        },
        { programAddress: address(this.program) },
      ),
    ]);
  }

  async #openAccount(owner: string): Promise<Instruction> {
    return getCreateAssociatedTokenIdempotentInstructionAsync({
      payer: this.payer,
      owner: address(owner),
      mint: address(this.mint),
      tokenProgram: address(this.program),
    });
  }

  /** Sends one transaction in the next slot and records it even if it fails. @returns its signature */
  async send(instructions: readonly Instruction[]): Promise<string> {
    this.#svm.expireBlockhash();
    const message = pipe(
      createTransactionMessage({ version: 0 }),
      (each) => setTransactionMessageFeePayerSigner(this.payer, each),
      (each) => this.#svm.setTransactionMessageLifetimeUsingLatestBlockhash(each),
      (each) => appendTransactionMessageInstructions(instructions, each),
    );
    const transaction = await signTransactionMessageWithSigners(message);
    const compiled = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const accountKeys = compiled.staticAccounts.map(String);
    const pre = this.#balances(accountKeys);
    const outcome = this.#svm.sendTransaction(transaction as Transaction);
    this.slot++;
    const failed = outcome instanceof FailedTransactionMetadata;
    const meta = outcome instanceof FailedTransactionMetadata ? outcome.meta() : outcome;
    const signature = getSignatureFromTransaction(transaction);
    const blockTime = Math.floor(this.clock.now() / 1000);
    const base58 = getBase58Decoder();
    const inner = meta.innerInstructions().flatMap((list, index) =>
      list.length === 0
        ? []
        : [
            {
              index,
              instructions: list.map((each) => {
                const made = each.instruction();
                return {
                  programIdIndex: made.programIdIndex(),
                  accounts: [...made.accounts()],
                  data: base58.decode(made.data()),
                };
              }),
            },
          ],
    );
    const compiledInstructions = "instructions" in compiled ? compiled.instructions : [];
    this.history.push({
      signature,
      slot: this.slot,
      blockTime,
      failed,
      accountKeys,
      result: {
        slot: this.slot,
        blockTime,
        version: 0,
        transaction: {
          signatures: [signature],
          message: {
            accountKeys,
            instructions: compiledInstructions.map((each) => ({
              programIdIndex: each.programAddressIndex,
              accounts: each.accountIndices ?? [],
              data: base58.decode(each.data ?? new Uint8Array()),
            })),
          },
        },
        meta: {
          err: failed ? { InstructionError: [0, "Custom"] } : null,
          preTokenBalances: pre,
          postTokenBalances: this.#balances(accountKeys),
          innerInstructions: inner,
          loadedAddresses: { writable: [], readonly: [] },
        },
      },
    });
    return signature;
  }

  #balances(accountKeys: readonly string[]): object[] {
    return accountKeys.flatMap((key, accountIndex) => {
      const account = readTokenAccount(this.#svm, key);
      if (account === null) return [];
      const { mint, owner, amount } = account;
      const uiTokenAmount = { amount: String(amount), decimals: this.decimals };
      return [{ accountIndex, mint, owner, programId: this.program, uiTokenAmount }];
    });
  }
}

/** The token account at an address; null for other accounts. */
export function readTokenAccount(
  svm: LiteSVM,
  key: string,
): { mint: string; owner: string; amount: bigint; data: Uint8Array } | null {
  const account = svm.getAccount(address(key));
  if (!account.exists || ![SPL_TOKEN, TOKEN_2022].includes(account.programAddress)) return null;
  const { data } = account;
  if (data.length < 165 || (data.length > 165 && data[165] !== 2)) return null;
  const base58 = getBase58Decoder();
  return {
    mint: base58.decode(data.slice(0, 32)),
    owner: base58.decode(data.slice(32, 64)),
    amount: new DataView(data.buffer, data.byteOffset).getBigUint64(64, true),
    data: new Uint8Array(data),
  };
}

/** An extension of a Token-2022 mint: its account size and its initialisation instruction. */
export interface Extension {
  bytes: number;
  instruction(mint: Address): Instruction;
}

const WRITABLE = 1;

/** @param data the token program's instruction in its binary layout */
export function extension(valueBytes: number, data: Uint8Array): Extension {
  return {
    bytes: 4 + valueBytes,
    instruction: (mint) => ({
      programAddress: address(TOKEN_2022),
      accounts: [{ address: mint, role: WRITABLE }],
      data,
    }),
  };
}
