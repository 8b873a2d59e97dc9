import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { legalHoldDecider } from './legal-holds.ts';
import { type NewHold, placeLegalHold } from './place-legal-hold.rule.ts';

export const PlaceLegalHold = defineCommand({
  name: 'PlaceLegalHold',
  useCase: ({ tenant }, hold: NewHold) =>
    singleStream({ own: legalHoldDecider.of(tenant), decide: () => placeLegalHold(hold) }),
});
