import { erasureStream } from '@plimsoll/contracts/privacy/streams';
import { subjectOf } from '@plimsoll/event-store/crypto/subjects';
import { existence } from '../commands/decider.ts';
import { defineCommand } from '../commands/define-command.ts';
import { singleStream } from '../commands/execute.ts';
import { eraseFileName } from './erase-file-name.rule.ts';

const erasures = existence(erasureStream);

export const EraseFileName = defineCommand({
  name: 'EraseFileName',
  useCase: ({ tenant }, attachmentGuid: string) =>
    singleStream({
      own: erasures.of(subjectOf(tenant, { kind: 'FILE_NAME', guid: attachmentGuid })),
      decide: () => eraseFileName(attachmentGuid),
    }),
});
