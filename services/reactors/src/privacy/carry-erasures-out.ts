import { COMMAND_QUEUE } from '../commands/command-queue.ts';
import { followUp } from '../commands/follow-up-task.ts';
import { defineReactor } from '../runner/reactor.ts';

/** Has an erasure begun at once where nothing delays it, and those that a hold kept once it is released. */
export const carryErasuresOut = defineReactor({
  name: 'carry-erasures-out',
  queue: COMMAND_QUEUE,
  on: {
    ErasureRequested: ({ tenant, stream }) => [
      followUp('CARRY_ERASURES_OUT', { organization: tenant, subject: stream.guid }),
    ],
    LegalHoldReleased: ({ tenant }) => [followUp('CARRY_ERASURES_OUT', { organization: tenant })],
  },
});
