import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { legalHoldDecider } from './legal-holds.ts';
import { type Release, releaseLegalHold } from './release-legal-hold.rule.ts';

export const ReleaseLegalHold = defineCommand({
  name: 'ReleaseLegalHold',
  useCase: ({ tenant }, release: Release) =>
    singleStream({ own: legalHoldDecider.of(tenant), decide: (holds) => releaseLegalHold(release, holds) }),
});
