import type { Answer } from '../../../lib/api/operation.ts';

/** The invitation that a link refers to. */
export type OpenedInvitation = Answer<'openInvitation'>;
