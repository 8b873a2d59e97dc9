import { defineCommand } from '../commands/define-command.ts';
import { FilesOwners, type FilesOwner } from './files-owners.ts';
import { type FileChange, changeAttachment } from './change-attachment.rule.ts';

export const ChangeAttachment = defineCommand({
  name: 'ChangeAttachment',
  needs: [FilesOwners],
  handle: (owners) => (_, envelope, owner: FilesOwner, attachmentGuid: string, change: FileChange, isThere: boolean) =>
    owners.change(envelope, owner, (holding) =>
      changeAttachment({ actor: envelope.actor, attachmentGuid, change, isThere }, holding),
    ),
});
