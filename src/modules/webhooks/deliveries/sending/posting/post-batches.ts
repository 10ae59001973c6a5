import type { ClientOptions, Receipt, Shipment } from "../client.ts";

/** What a client in a thread needs, as data. */
export type PostSettings = Omit<ClientOptions, "clock" | "timers" | "resolve" | "exchange">;

/** A message to the thread: first its settings, then shipments. */
export type PostMessage = { settings: PostSettings } | { batch: PostBatch };

/** Shipments, each with a number that its receipt carries. */
export type PostBatch = readonly (readonly [id: number, shipment: Shipment])[];

export type ReceiptBatch = readonly (readonly [id: number, receipt: Receipt])[];
