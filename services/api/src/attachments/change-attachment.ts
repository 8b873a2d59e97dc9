import { defineCommand } from '../commands/define-command.ts';
import type { LoadedState } from '../commands/decider.ts';
import { legalHoldDecider, type LegalHolds } from '../privacy/legal-holds.ts';
import { FilesOwners, type FilesOwner } from './files-owners.ts';
import { type FileChange, changeAttachment, mayMeetHolds } from './change-attachment.rule.ts';

export const ChangeAttachment = defineCommand({
  name: 'ChangeAttachment',
  needs: [FilesOwners],
  handle:
    (owners) => (store, envelope, owner: FilesOwner, attachmentGuid: string, change: FileChange, isThere: boolean) => {
      const { tenant, actor } = envelope;
      const holding = legalHoldDecider.of(tenant);
      let holds: LoadedState<LegalHolds> = { stream: holding.stream, state: holding.fold([]), revision: 0 };
      return owners.change(
        envelope,
        owner,
        (files) => changeAttachment({ actor, attachmentGuid, change, isThere, holds: holds.state }, files),
        // An erasure of a person that has begun takes their files with it.
        mayMeetHolds(change) && envelope.metadata.actor.kind !== 'SYSTEM'
          ? {
              prepare: async () => void (holds = await holding.load(store, tenant)),
              // A hold that is placed at the same time is seen before the append.
              expectedRevisions: () => [{ stream: holding.stream, revision: holds.revision }],
            }
          : {},
      );
    },
});
