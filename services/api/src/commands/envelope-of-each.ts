import { hash } from 'node:crypto';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type { CommandEnvelope } from './command-envelope.ts';
import { guidsOf } from './command-identity.ts';

/**
 * Envelope of one of several commands of a request, derived from the request's envelope and what the command is about,
 * so that repeating the request repeats each of them.
 */
export function envelopeOfEach(envelope: CommandEnvelope, about: string): CommandEnvelope {
  const commandId = nameBasedGuid(about, envelope.commandId);
  return {
    ...envelope,
    commandId,
    fingerprint: hash('sha256', Buffer.concat([envelope.fingerprint, Buffer.from(about)]), 'buffer'),
    metadata: { ...envelope.metadata, commandId },
    expectedRevision: null,
    newGuid: guidsOf(commandId, commandId),
  };
}
