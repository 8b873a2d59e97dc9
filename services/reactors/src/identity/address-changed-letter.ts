import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { EventStore, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter, MailPlace } from '../mail/mail.ts';
import { addressChangedMail, type AddressChange } from './address-changed-mail.ts';

const changes: Readonly<Record<string, AddressChange>> = {
  EmailAddressAdded: 'ADDED',
  EmailAddressRemoved: 'REMOVED',
  PrimaryEmailAddressChanged: 'PRIMARY',
};

interface Known {
  readonly name: string;
  readonly primary: string;
}

/** Name and primary address as they were after some events. */
const knownAfter = (events: readonly RecordedEvent[]): Known =>
  events.reduce<Known>(
    (known, { type, data }) => {
      const { name, emailAddress } = data as { name?: string; emailAddress?: string };
      if (type === 'UserRegistered') return { name: name!, primary: emailAddress! };
      if (type === 'UserRenamed') return { ...known, name: name! };
      return type === 'PrimaryEmailAddressChanged' ? { ...known, primary: emailAddress! } : known;
    },
    { name: '', primary: '' },
  );

/** The mail about a change of an account's addresses, to the primary one (recipient 0), or to the one that was it, or was one of them, before (1). The log says which those are. */
export async function addressChangedLetter(
  { user, revision, recipient }: JobData['ids'],
  { log, publicUrl }: MailPlace & { readonly log: Pick<EventStore, 'load'> },
): Promise<Letter | string> {
  const loaded = await log.load(INSTALLATION_TENANT, { kind: 'user', guid: String(user) });
  const events = loaded.status === 'loaded' ? loaded.events : [];
  const changed = events.find((event) => event.revision === revision);
  const change = changed && changes[changed.type];
  if (!changed || !change) return 'There is no such change';
  const [before, after] = [
    knownAfter(events.filter((event) => event.revision < changed.revision)),
    knownAfter(events.filter((event) => event.revision <= changed.revision)),
  ];
  const { emailAddress } = changed.data as { emailAddress: string };
  const former = change === 'REMOVED' ? emailAddress : before.primary;
  const address = recipient === 0 ? after.primary : former;
  if ([address, emailAddress, after.name].includes(ERASED)) return 'The person was erased';
  return {
    kind: 'ADDRESS_CHANGED',
    to: { name: after.name, address },
    ...addressChangedMail(change, emailAddress, `${publicUrl}/forgot-password`),
  };
}
