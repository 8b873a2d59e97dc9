/** Types of `judge.js`, for tests. */
export class Mismatch extends Error {
  readonly where: string;
}
/** The file is no audit bundle. */
export class NoBundle extends Error {}
export interface Judged {
  readonly manifest: {
    readonly organization: { readonly guid: string; readonly name: string };
    readonly headHash: string;
    readonly events: number;
    readonly redacted: number;
  };
  readonly fingerprint: string;
  readonly checkpoints: number;
  readonly keys: ReadonlyMap<string, Uint8Array>;
}
export function judge(
  blob: Blob,
  callbacks?: {
    readonly progress?: (done: number, of: number) => void | Promise<void>;
    readonly event?: (event: object, keys: ReadonlyMap<string, Uint8Array>, tenant: string) => void;
  },
): Promise<Judged>;
export function genesis(tenant: string): Uint8Array;
export function nextHash(after: { readonly tenant: string; readonly previous: Uint8Array }, event: unknown): Uint8Array;
export function unseal(body: string, keys: ReadonlyMap<string, Uint8Array>, tenant: string): Promise<unknown>;
