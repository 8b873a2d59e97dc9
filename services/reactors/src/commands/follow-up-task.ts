import type { FollowUpKind, FollowUps } from '@plimsoll/contracts/kernel/follow-ups';
import type { Task } from '../runner/reactor.ts';

/** Asks for a command that follows from an event of another log; the reactor's queue is COMMAND_QUEUE. */
export const followUp = <Kind extends FollowUpKind>(kind: Kind, ids: FollowUps[Kind]): Task => ({ kind, ids });
