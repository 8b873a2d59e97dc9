import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { SignedCheckpoints, type StoredCheckpoint } from './checkpoint.ts';
import { eventId, type EventBody } from '../port/event-body.ts';
import { streamName, type Position, type Verification } from '../port/event-store.ts';
import { chainHash, firstHash } from './hash-chain.ts';
import type { LogPage, LogRow } from './log-page.ts';
import type { Sealing } from '../crypto/sealing.ts';
import { WalkedKeys, type StoredKeys } from './verify-keys.ts';
import { WalkedNames, type LogSnapshot, type NamesInput } from './verify-reservations.ts';

/** What verifying a tenant's log reads and checks. */
export interface VerificationInput {
  readonly tenant: string;
  readonly page: (after: Position, limit: number) => Promise<LogPage>;
  /** Checks what only a holder of SEALING_KEY could have written. */
  readonly sealing: Pick<Sealing, 'unwrap' | 'fingerprints'>;
  readonly keys: StoredKeys;
  /** Signed checkpoints of the tenant, and the public keys that verify them: the current one and former ones. */
  readonly checkpoints?: {
    readonly stored: readonly StoredCheckpoint[];
    readonly publicKey: KeyObject;
    readonly formerKeys?: readonly KeyObject[];
  };
  /** Checks the reservations of names against those that follow from the log. */
  readonly names?: NamesInput & { readonly inSnapshot: InSnapshot };
  readonly progress?: (position: Position, head: Position) => void;
}

/** Runs work on a snapshot of the tenant's log and reservations. */
type InSnapshot = <Result>(work: (snapshot: LogSnapshot) => Promise<Result>) => Promise<Result>;

const PAGE = 2_000;
const BETWEEN_LOOKS_MS = 200;

/** Verifies a tenant's log from its first event to its head, and returns the first invalid position. */
export async function verifyTenant(input: VerificationInput): Promise<Verification> {
  const walk = new Walk(input);
  let keysLookedAtFrom = -1;
  for (;;) {
    const ended = await walk.toEnd(input.page);
    const error = ended.intact ? await walk.keys.error(walk.position) : undefined;
    if (!error)
      return ended.intact && input.names ? input.names.inSnapshot((snapshot) => walk.compareNames(snapshot)) : ended;
    // An erasure is recorded before its key is destroyed. One that runs meanwhile shows in later events, or its key is
    // gone a moment later.
    if (keysLookedAtFrom === walk.position) return { intact: false, tenant: input.tenant, ...error };
    keysLookedAtFrom = walk.position;
    await sleep(BETWEEN_LOOKS_MS);
  }
}

class Walk {
  position = 0;
  readonly keys: WalkedKeys;
  readonly #names: WalkedNames | undefined;
  readonly #input: VerificationInput;
  readonly #revisions = new Map<string, number>();
  readonly #checkpoints: SignedCheckpoints | undefined;
  #hash: Buffer;
  readonly #numbers = new Map<string, number>();
  #recordedAtMicros = -Infinity;
  #command = { id: '', index: 0, size: 0 };

  constructor(input: VerificationInput) {
    this.#input = input;
    this.keys = new WalkedKeys(input.tenant, input.sealing, input.keys);
    this.#names = input.names && new WalkedNames(input.names);
    this.#hash = firstHash(input.tenant);
    this.#checkpoints =
      input.checkpoints &&
      new SignedCheckpoints(input.checkpoints.stored, input.checkpoints.publicKey, input.checkpoints.formerKeys);
  }

  /** Verifies the events up to the end of the log, and compares it with its head. */
  async toEnd(page: VerificationInput['page']): Promise<Verification> {
    for (;;) {
      const { rows, head } = await page(this.position, PAGE);
      for (const row of rows) {
        const reason = this.#step(row);
        if (reason) return { intact: false, tenant: this.#input.tenant, position: this.position + 1, reason };
      }
      this.#input.progress?.(this.position, head.position);
      await this.keys.endPage();
      await this.#names?.endPage(this.position);
      if (rows.length < PAGE) return this.#end(head);
    }
  }

  /** Walks on to the end of a snapshot, and compares its reservations with what its log says. */
  async compareNames(snapshot: LogSnapshot): Promise<Verification> {
    const ended = await this.toEnd((after, limit) => snapshot.page(after, limit));
    return ended.intact ? { ...ended, reservations: await this.#names!.compare(snapshot, ended.head) } : ended;
  }

  /** Verifies the next event. Returns why it is invalid, or undefined. */
  #step(row: LogRow): string | undefined {
    const expected = this.position + 1;
    if (row.position !== expected) return `the event is missing; ${row.position} follows instead`;
    const hash = chainHash(this.#hash, this.#input.tenant, row);
    if (hash.toString('hex') !== row.hash)
      return 'the event was altered: its hash does not follow from the one before and its content';
    const body = JSON.parse(row.body) as EventBody;
    const reason = this.#columns(row, body) ?? this.#checkpoints?.errorAt(expected, row.hash);
    if (reason) return reason;
    this.keys.take(expected, row.stream, row.body, body);
    this.#names?.take(row, body.type, expected + this.#command.size - this.#command.index);
    this.#hash = hash;
    this.position = expected;
    return undefined;
  }

  #end(head: LogPage['head']): Verification {
    const { tenant } = this.#input;
    const broken = (position: Position, reason: string): Verification => ({ intact: false, tenant, position, reason });
    if (this.#command.index < this.#command.size)
      return broken(
        this.position + 1,
        `${this.#command.size - this.#command.index} events of the last command are missing`,
      );
    if (head.hash === null && this.position > 0)
      return broken(this.position, `the log goes on to ${this.position}, but its head is missing`);
    if (head.position > this.position)
      return broken(this.position + 1, `the log ends here, but its head says ${head.position}`);
    if (head.position < this.position)
      return broken(head.position + 1, `the log goes on to ${this.position}, but its head says ${head.position}`);
    const beyond = this.#checkpoints?.errorBeyond(this.position);
    if (beyond) return broken(beyond.position, beyond.reason);
    if (head.hash !== null && head.hash !== this.#hash.toString('hex'))
      return broken(this.position, 'the head carries another hash than the newest event');
    for (const kind of new Set([...Object.keys(head.series), ...this.#numbers.keys()])) {
      const [recorded, drawn] = [head.series[kind] ?? 0, this.#numbers.get(kind) ?? 0];
      if (recorded !== drawn)
        return broken(
          this.position,
          `the series of ${kind} says ${recorded}, the newest event that drew from it has ${drawn}`,
        );
    }
    return { intact: true, tenant, events: this.position, head: this.position, hash: this.#hash.toString('hex') };
  }

  /** Verifies the columns that follow from the body, from the command and from earlier events. */
  #columns(row: LogRow, body: EventBody): string | undefined {
    const stream = streamName(row.stream);
    const revision = (this.#revisions.get(stream) ?? 0) + 1;
    if (row.revision !== revision)
      return `its stream stands at revision ${revision - 1}, and this event has ${row.revision}`;
    this.#revisions.set(stream, revision);
    if (row.number !== null) {
      const before = this.#numbers.get(row.stream.kind) ?? 0;
      if (row.number !== before + 1) return `number ${row.number} of ${row.stream.kind} follows number ${before}`;
      this.#numbers.set(row.stream.kind, row.number);
    }
    if (row.recordedAtMicros < this.#recordedAtMicros) return 'it was recorded before the event before it';
    this.#recordedAtMicros = row.recordedAtMicros;
    const { commandId } = body.metadata;
    const first = this.#command.index === this.#command.size;
    if (first) this.#command = { id: commandId, index: 0, size: row.size };
    if (commandId !== this.#command.id)
      return `the command before wrote ${this.#command.size} events, and this is another's`;
    if (row.size !== this.#command.size)
      return `its command wrote ${this.#command.size} events, and this row says ${row.size}`;
    if (row.commandId !== (first ? commandId.toLowerCase() : null))
      return `its command is ${commandId}, and the row says ${row.commandId ?? 'none'}`;
    if (!this.#isFingerprint(row, first)) return 'its fingerprint is not the one that was written';
    if (body.id !== eventId(commandId, this.#command.index)) return 'its id does not follow from its command';
    this.#command.index++;
    return undefined;
  }

  #isFingerprint({ commandId, fingerprint }: LogRow, first: boolean): boolean {
    if (!first || commandId === null || fingerprint === null) return !first && fingerprint === null;
    return this.#input.sealing.fingerprints.isGenuine(this.#input.tenant, commandId, Buffer.from(fingerprint, 'hex'));
  }
}
