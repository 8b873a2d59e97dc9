import type { EventMetadata } from '@plimsoll/contracts/kernel/domain-event';
import { erasureEvent } from '@plimsoll/contracts/privacy/events';
import type { EventStore, Written } from '../port/event-store.ts';
import type { KeyVault } from './key-vault.ts';
import { subjectOf, type Subject } from './subjects.ts';

/** A command that erases a person, or the text of an incident. */
export interface Erasure {
  readonly tenant: string;
  readonly subject: Exclude<Subject, { kind: 'USER' | 'FILE_NAME' }>;
  readonly commandId: string;
  readonly fingerprint: Uint8Array;
  readonly metadata: EventMetadata;
}

export type Erased = ({ readonly status: 'erased' } & Written) | { readonly status: 'reused' };

const eventOf = ({ subject }: Erasure): ReturnType<typeof erasureEvent> =>
  erasureEvent({
    kind: subject.kind === 'INVITATION' ? 'INVITED' : subject.kind,
    guid: subject.guid,
    incidentGuid: 'incidentGuid' in subject ? subject.incidentGuid : null,
  });

/**
 * Erases a person: records the erasure in the log, then destroys the key, so that no key disappears without a trace.
 * After an interruption, repeating the command writes nothing twice and destroys a key that is still there. Read models
 * change only when they are folded again. The caller checks legal holds.
 * @param first runs between the two steps, while the key can still find the person's other data; runs again on
 *   repetition.
 */
export async function erasePerson(
  store: EventStore,
  vault: KeyVault,
  erasure: Erasure,
  first: () => Promise<void> = async () => undefined,
): Promise<Erased> {
  const written = await tell(store, erasure);
  if (written.status === 'reused') return written;
  await first();
  await vault.eraseSubject(erasure.tenant, erasure.subject);
  return { status: 'erased', position: written.position, revision: written.revision, number: written.number };
}

async function tell(
  store: EventStore,
  erasure: Erasure,
): Promise<({ readonly status: 'written' | 'repeated' } & Written) | { readonly status: 'reused' }> {
  const { tenant, subject, commandId, fingerprint, metadata } = erasure;
  const stream = { kind: 'erasure', guid: subjectOf(tenant, subject) };
  for (;;) {
    const loaded = await store.load(tenant, stream, { commandId, fingerprint });
    if (loaded.status !== 'loaded') return loaded;
    const answer = await store.append({
      tenant,
      commandId,
      fingerprint,
      metadata,
      records: [{ stream, event: eventOf(erasure) }],
      checks: [{ stream, expect: loaded.revision }],
    });
    if (answer.status === 'taken') throw new Error('An erasure reserves no name');
    // Another process erases the same subject.
    if (answer.status !== 'conflict') return answer;
  }
}
