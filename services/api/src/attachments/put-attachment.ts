import { defineCommand } from '../commands/define-command.ts';
import { attachmentReservation } from '../incidents/attachment-reservation.ts';
import { FilesOwners, type FilesOwner } from './files-owners.ts';
import { type NewFile, putAttachment } from './put-attachment.rule.ts';

export const PutAttachment = defineCommand({
  name: 'PutAttachment',
  needs: [FilesOwners],
  handle: (owners) => (_, envelope, owner: FilesOwner, file: NewFile) => {
    // The report that announced a file has reserved its guid.
    let isAnnounced = false;
    return owners.change(
      envelope,
      owner,
      (holding) => {
        isAnnounced = holding.awaited.some(({ attachmentGuid }) => attachmentGuid === file.attachmentGuid);
        return putAttachment(file, holding);
      },
      { reservations: () => (isAnnounced ? [] : [attachmentReservation(file.attachmentGuid)]) },
    );
  },
});
