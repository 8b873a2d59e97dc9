import { z } from 'zod';
import { defineEvent, type EventOf } from '../domain-event.ts';
import { guid } from '../ids.ts';

/** What can be erased: a member, somebody hurt in an incident, somebody else whom it names, or what was written in it. */
export const erasableKinds = ['MEMBER', 'INJURED', 'RELATED', 'INCIDENT_TEXT'] as const;

/**
 * The key of what was written is about to be destroyed. Stream: of kind erasure, the guid of the key's subject, so that
 * no incident moves on by it. It says whose, by guids alone.
 */
export const personErased = defineEvent(
  'PersonErased',
  z.strictObject({
    kind: z.enum(erasableKinds),
    /** The member's account, the person within the incident, or the incident itself. */
    guid,
    /** Of somebody hurt or named in an incident. */
    incidentGuid: guid.nullable(),
  }),
);

export const privacyEvents = [personErased] as const;
export type PrivacyEvent = EventOf<(typeof privacyEvents)[number]>;
