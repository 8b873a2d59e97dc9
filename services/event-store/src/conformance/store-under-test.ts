import { v7 } from 'uuid';
import { defineEvent, personal, plain, STREAM, subject } from '@plimsoll/contracts/kernel/domain-event';
import { z } from 'zod';
import type { KeyVault } from '../crypto/key-vault.ts';
import type { Append, AppendAnswer, EventStore, RecordedEvent, StreamId } from '../port/event-store.ts';

/** Event contracts of the suite; the adapter under test is opened with a registry of these. */
export const conformanceContracts = [
  defineEvent('Noted', z.strictObject({ text: plain(z.string(), 'the suite wrote it') })),
  defineEvent(
    'PersonNamed',
    z.strictObject({
      userGuid: z.uuid().nullable(),
      personGuid: z.uuid().nullable(),
      name: personal(z.string(), subject.member('userGuid'), subject.related('personGuid')),
      remark: personal(z.string(), STREAM).nullable(),
      answers: z.array(
        z.strictObject({ question: plain(z.string(), 'the suite wrote it'), value: personal(z.unknown(), STREAM) }),
      ),
    }),
  ),
];

/** An opened adapter with hooks that the suite needs. */
export interface StoreUnderTest {
  readonly store: EventStore;
  /** The keys of personal data. */
  readonly vault: KeyVault;
  /** Opens the same log as another process would. */
  another(): Promise<EventStore>;
  /**
   * Locks the tenant's head, as another process in the middle of an append would, until the returned function is
   * called.
   */
  holdHead?(tenant: string): Promise<() => Promise<void>>;
  /**
   * Makes the log believe that the tenant's newest event was recorded then, as if the clock had been set back since.
   */
  recordedUntil?(tenant: string, instant: Date): Promise<void>;
  close(): Promise<void>;
}

const ACTOR = { userGuid: v7(), kind: 'USER' as const };

/** A new stream id. The log accepts any kind, so the suite has its own. */
export const aStream = (kind = 'note'): StreamId => ({ kind, guid: v7() });

/** An append of one `Noted`, with the given changes. */
export function note(
  tenant: string,
  stream: StreamId,
  expect: number,
  different: Partial<Append> & { text?: string } = {},
): Append {
  const { text = 'a note', ...overrides } = different;
  const commandId = overrides.commandId ?? v7();
  return {
    tenant,
    commandId,
    fingerprint: Buffer.alloc(32, 7),
    metadata: {
      commandId,
      correlationId: commandId,
      causationId: null,
      actor: ACTOR,
      onBehalfOf: null,
      client: { product: 'conformance', device: 'SERVER' },
      at: '2026-11-21T09:00:00.000Z',
      traceparent: null,
    },
    records: [{ stream, event: { type: 'Noted', data: { text } } }],
    checks: [{ stream, expect }],
    ...overrides,
  };
}

/** Reads a tenant's whole log, page by page. */
export async function readAll(store: EventStore, tenant: string, pageSize = 500): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for (;;) {
    const page = await store.read(tenant, events.at(-1)?.position ?? 0, pageSize);
    events.push(...page.events);
    if (page.events.length < pageSize) return events;
  }
}

/** Counts the answers by status. */
export const statuses = (answers: readonly AppendAnswer[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** 1 to `length`. */
export const upTo = (length: number): number[] => Array.from({ length }, (_, index) => index + 1);
