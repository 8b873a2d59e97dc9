import type { ChangeViewRequest } from '@plimsoll/contracts/incidents/saved-views';
import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { savedViewDecider } from './saved-view.ts';
import { type ViewCounts, changeView } from './change-view.rule.ts';

export const ChangeView = defineCommand({
  name: 'ChangeView',
  useCase: ({ actor }, viewGuid: string, input: ChangeViewRequest, existing: ViewCounts) =>
    singleStream({
      own: savedViewDecider.of(viewGuid),
      decide: (stored) => changeView(input, stored, existing, actor),
    }),
});
