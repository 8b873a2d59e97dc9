import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { mailChangedAddress } from './mail-changed-address.ts';

const changed = (type: string, kind = 'USER') =>
  ({
    type,
    revision: 3,
    data: { userGuid: 'nora', emailAddress: 'nora@example.test' },
    metadata: { actor: { userGuid: 'nora', kind } },
  }) as unknown as RecordedEvent;
const mail = (recipient: number) => ({ kind: 'ADDRESS_CHANGED', ids: { user: 'nora', revision: 3, recipient } });

test.each([
  ['EmailAddressAdded', [mail(0)]],
  ['EmailAddressRemoved', [mail(0), mail(1)]],
  ['PrimaryEmailAddressChanged', [mail(0), mail(1)]],
])('of %s the person is told, the former address too', (type, tasks) => {
  expect(mailChangedAddress.react(changed(type))).toEqual(tasks);
  expect(mailChangedAddress.react(changed(type, 'SYSTEM'))).toEqual([]);
});
