import { foldIncident } from '@plimsoll/projections/incidents/incident-detail/fold-incident';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail } from '../mail/define-mail.ts';
import { writeRequestMail, type RequestIds } from './request-mail.ts';

/** Notifies the holders of an incident that it was returned to them, except the person who returned it. */
export const eventReturned = defineMail<RequestIds>({
  kind: 'EVENT_RETURNED',
  recipients: async ({ tenant, incident, revision }, { log }) => {
    const events = await log.load(tenant, { kind: 'incident', guid: incident });
    if (events.length === 0) return [];
    const returnedBy = events.find((event) => event.revision === revision)?.metadata.actor.userGuid;
    const { state, holderGuids } = foldIncident(events).progress;
    return state === 'RETURNED' ? holderGuids.filter((guid) => guid !== returnedBy) : [];
  },
  write: writeRequestMail({
    eventType: 'IncidentReturned',
    state: 'RETURNED',
    permission: null,
    holders: ({ holderGuids }) => holderGuids,
    preference: 'REVIEW',
    compose: ({ number, formName, link, unsubscribe }) =>
      composeMail({
        subject: `Event ${number} came back to you`,
        heading: `Event ${number} came back to you`,
        paragraphs: [`Event ${number} (${formName}) was returned. What is to be changed stands with it.`],
        action: { label: `Open event ${number}`, link },
        because: 'You get this mail because you reported this event, or entered it.',
        unsubscribe,
      }),
  }),
});
