import type { UpdateWorksiteRequest } from '@plimsoll/contracts/units/unit-requests';
import type { LoadedState } from '../commands/decider.ts';
import { defineCommand } from '../commands/define-command.ts';
import { aboutActive, renaming } from './unit.ts';
import { worksiteDecider, worksiteName, type ActiveWorksite, type Worksite } from './worksite.ts';
import { updateWorksite } from './update-worksite.rule.ts';

/** Also refuses: WorksiteNotFound, DuplicateWorksiteName. */
export const UpdateWorksite = defineCommand({
  name: 'UpdateWorksite',
  useCase: (_, guid: string, changes: UpdateWorksiteRequest) => ({
    own: worksiteDecider.of(guid),
    decide: (known: LoadedState<Worksite>) =>
      aboutActive<ActiveWorksite>(
        known,
        'WorksiteNotFound',
        (worksite) => updateWorksite(changes, worksite),
        ({ name }) => renaming(name, changes.name, worksiteName),
      ),
  }),
});
