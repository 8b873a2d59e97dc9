import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { readableAddress } from '@plimsoll/contracts/kernel/values/readable-domain';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';

type Change = 'ADDED' | 'REMOVED' | 'PRIMARY';

const changes: Readonly<Record<string, Change>> = {
  EmailAddressAdded: 'ADDED',
  EmailAddressRemoved: 'REMOVED',
  PrimaryEmailAddressChanged: 'PRIMARY',
};

const texts: Readonly<Record<Change, (address: string) => string>> = {
  ADDED: (address) => `${address} was added to the email addresses of your account.`,
  REMOVED: (address) => `${address} was removed from the email addresses of your account.`,
  PRIMARY: (address) => `${address} is now the primary email address of your account. Mails go there.`,
};

interface Profile {
  readonly name: string;
  readonly primary: string;
}

/** Name and primary address after some events of a user's stream. */
const profileAfter = (events: readonly RecordedEvent[]): Profile =>
  events.reduce<Profile>(
    (profile, { type, data }) => {
      const { name, emailAddress } = data as { name?: string; emailAddress?: string };
      if (type === 'UserRegistered') return { name: name!, primary: emailAddress! };
      if (type === 'UserRenamed') return { ...profile, name: name! };
      return type === 'PrimaryEmailAddressChanged' ? { ...profile, primary: emailAddress! } : profile;
    },
    { name: '', primary: '' },
  );

/**
 * Security notice that the addresses of an account were changed. `recipient` 0 is the primary address; 1 is the address
 * that was removed, or was the primary one before. Both come from the log as of that revision.
 */
export const addressChanged = defineMail<{ user: string; revision: number; recipient: number }>({
  kind: 'ADDRESS_CHANGED',
  write: async ({ user, revision, recipient }, { log, publicUrl }) => {
    const events = await log.load(INSTALLATION_TENANT, { kind: 'user', guid: user });
    const changed = events.find((event) => event.revision === revision);
    const change = changed && changes[changed.type];
    if (!changed || !change) return 'There is no such change';
    const before = profileAfter(events.filter((event) => event.revision < revision));
    const after = profileAfter(events.filter((event) => event.revision <= revision));
    const { emailAddress } = changed.data as { emailAddress: string };
    const former = change === 'REMOVED' ? emailAddress : before.primary;
    const address = recipient === 0 ? after.primary : former;
    if ([address, emailAddress, after.name].includes(ERASED)) return 'The person was erased';
    return {
      to: { name: after.name, address },
      ...composeMail({
        subject: 'The email addresses of your account were changed',
        heading: 'Your email addresses were changed',
        paragraphs: [
          texts[change](readableAddress(emailAddress)),
          'If it was not you, set a new password now, and look at your addresses once you are signed in.',
        ],
        action: { label: 'Set a new password', link: `${publicUrl}/forgot-password` },
        because: 'You get this mail because the email addresses of your account were changed.',
      }),
    };
  },
});
