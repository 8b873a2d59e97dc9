import { defineReactor, type Task } from '../runner/reactor.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';

/** A mail to each address that is concerned; which those are says the log when it is written. */
const tell =
  (recipients: number) =>
  ({ data, revision, metadata: { actor } }: RecordedEvent): readonly Task[] =>
    actor.kind === 'USER'
      ? Array.from({ length: recipients }, (_, recipient) => ({
          kind: 'ADDRESS_CHANGED',
          ids: { user: (data as { userGuid: string }).userGuid, revision, recipient },
        }))
      : [];

/** Tells people by mail that the addresses of their account were changed, at the primary address and at the one that is none any more. */
export const mailChangedAddress = defineReactor({
  name: 'mail-changed-address',
  queue: MAIL_QUEUE,
  on: { EmailAddressAdded: tell(1), EmailAddressRemoved: tell(2), PrimaryEmailAddressChanged: tell(2) },
});
