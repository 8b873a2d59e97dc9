import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { fileNameErased } from '@plimsoll/contracts/privacy/events';

/** Records that the name of a file is erased; again for a name that was written since. Refuses nothing. */
export const eraseFileName = (attachmentGuid: string): EventOf<typeof fileNameErased>[] => [
  { type: 'FileNameErased', data: { attachmentGuid } },
];
