import { defineCommand } from '../commands/define-command.ts';
import { FilesOwners, type FilesOwner } from './files-owners.ts';
import { type NewFile, putAttachment } from './put-attachment.rule.ts';

export const PutAttachment = defineCommand({
  name: 'PutAttachment',
  needs: [FilesOwners],
  handle: (owners) => (_, envelope, owner: FilesOwner, file: NewFile) =>
    owners.change(envelope, owner, (holding) => putAttachment(file, holding), {
      reservations: [{ key: `attachment ${file.attachmentGuid}`, taken: 'DuplicateGuid' }],
    }),
});
