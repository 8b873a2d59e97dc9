import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import type { NameForGood } from '@plimsoll/event-store/chain/derived-names';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { Reservation } from '../commands/execute.ts';
import { nameKind, reservedForGood } from '../commands/reserved-name.ts';

const fileKind = nameKind('file', (attachmentGuid: string) => `attachment ${attachmentGuid}`);

/** Reserves a file's guid in the organization, for the incident or task that has or awaits the file. */
export const attachmentReservation = (attachmentGuid: string): Reservation => ({
  key: fileKind.of(attachmentGuid),
  taken: 'DuplicateGuid',
});

/** Reserved by the report that announces a file, else with the file. */
export const fileNames = reservedForGood(fileKind, {
  types: ['AttachmentsAwaited', 'AttachmentAdded'] satisfies AttachmentEvent['type'][],
  begin: () => {
    /** The streams that announced files which have not arrived yet. */
    const announcedBy = new Map<string, string>();
    return (events) =>
      events.flatMap((event): NameForGood[] => {
        const { stream, type, data } = event as RecordedEvent & AttachmentEvent;
        if (type === 'AttachmentsAwaited')
          return data.awaited.map(({ attachmentGuid }) => {
            announcedBy.set(attachmentGuid, stream.guid);
            return { name: fileKind.of(attachmentGuid), isSinceUpgrade: true };
          });
        if (type !== 'AttachmentAdded') return [];
        const isAnnounced = announcedBy.get(data.attachmentGuid) === stream.guid;
        if (isAnnounced) announcedBy.delete(data.attachmentGuid);
        return [{ name: fileKind.of(data.attachmentGuid), isRepeated: isAnnounced }];
      });
  },
});
