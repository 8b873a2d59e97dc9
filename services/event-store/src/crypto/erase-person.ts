import type { EventMetadata, EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { personErased } from '@plimsoll/contracts/privacy/events';
import type { EventStore, Written } from '../port/event-store.ts';
import type { KeyVault } from './key-vault.ts';
import { subjectOf, type Subject } from './subjects.ts';

/** A person, or the text of an incident, that is erased by a command. */
export interface Erasure {
  readonly tenant: string;
  readonly subject: Exclude<Subject, { kind: 'USER' | 'INVITATION' }>;
  readonly commandId: string;
  readonly fingerprint: Uint8Array;
  readonly metadata: EventMetadata;
}

export type Erased = ({ readonly status: 'erased' } & Written) | { readonly status: 'reused' };

const eventOf = ({ subject }: Erasure): EventOf<typeof personErased> => ({
  type: 'PersonErased',
  data: {
    kind: subject.kind,
    guid: subject.guid,
    incidentGuid: 'incidentGuid' in subject ? subject.incidentGuid : null,
  },
});

/**
 * Erases: says so in the log, then destroys the key. In this order, so that no key is gone without a trace; whoever was
 * stopped in between sends the same command again, which writes nothing twice and destroys what is still there.
 * The read models keep what they have until they are folded anew. Whether a legal hold forbids it is for the caller to know.
 * @param first what has to be done between the two, as long as the key tells what else is the person's; done again by a repetition.
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
    // Somebody else erases the same at this moment.
    if (answer.status !== 'conflict') return answer;
  }
}
