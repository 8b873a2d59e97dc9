import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { worksiteName } from './worksite.ts';
import { worksiteStream } from '@plimsoll/contracts/units/streams';
import { existence } from '../commands/decider.ts';
import { type NewWorksite, createWorksite } from './create-worksite.rule.ts';

export const worksiteExistence = existence(worksiteStream);

export const CreateWorksite = defineCommand({
  name: 'CreateWorksite',
  useCase: (_, worksite: NewWorksite) =>
    singleStream({
      own: worksiteExistence.of(worksite.worksiteGuid),
      decide: (isThere) => createWorksite(worksite, isThere),
      reservations: [worksiteName(worksite.name)],
    }),
});
