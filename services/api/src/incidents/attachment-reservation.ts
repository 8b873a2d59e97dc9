import type { Reservation } from '../commands/execute.ts';

/** Reserves a file's guid in the organization, for the incident or task that has or awaits the file. */
export const attachmentReservation = (attachmentGuid: string): Reservation => ({
  key: `attachment ${attachmentGuid}`,
  taken: 'DuplicateGuid',
});
