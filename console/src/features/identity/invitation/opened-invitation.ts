import type { Answer } from '../../../lib/api/operation.ts';

/** What the link of an invitation leads to. */
export type OpenedInvitation = Answer<'openInvitation'>;
