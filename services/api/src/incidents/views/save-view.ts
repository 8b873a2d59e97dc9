import type { ViewFacts } from '@plimsoll/contracts/incidents/view-events';
import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { savedViewDecider } from './saved-view.ts';
import { saveView } from './save-view.rule.ts';

export const SaveView = defineCommand({
  name: 'SaveView',
  useCase: ({ actor }, viewGuid: string, view: ViewFacts, existing: number) =>
    singleStream({
      own: savedViewDecider.of(viewGuid),
      decide: (stored) => saveView(viewGuid, view, existing, stored, actor),
    }),
});
