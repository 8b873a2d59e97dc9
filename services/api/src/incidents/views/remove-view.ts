import { singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { savedViewDecider } from './saved-view.ts';
import { removeView } from './remove-view.rule.ts';

export const RemoveView = defineCommand({
  name: 'RemoveView',
  useCase: ({ actor }, viewGuid: string) =>
    singleStream({ own: savedViewDecider.of(viewGuid), decide: (stored) => removeView(stored, actor) }),
  route: {
    operationId: 'removeSavedView',
    args: (_, { viewGuid }) => [viewGuid],
    answer: ({ revision }, [viewGuid]) => ({ viewGuid, revision }),
  },
});
