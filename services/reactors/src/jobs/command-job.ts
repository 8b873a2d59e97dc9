import type { FollowUpKind, FollowUps } from '@plimsoll/contracts/kernel/follow-ups';
import type { JobRequest } from './jobs.ts';

/** Requests a command that reacts to an event of another log. Enqueue it in COMMAND_QUEUE. */
export const commandJob = <Kind extends FollowUpKind>(kind: Kind, ids: FollowUps[Kind]): JobRequest => ({ kind, ids });
