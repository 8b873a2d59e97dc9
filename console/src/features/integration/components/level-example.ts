import { integrationEvent } from '@plimsoll/contracts/integration/integration-event';
import type { Channel } from '@plimsoll/contracts/integration/channel';

const guid = (last: string) => `01990000-0000-7000-8000-0000000000${last}`;
const at = '2026-03-02T15:04:05.000Z';

/**
 * Event of an invented report, built by the function that builds the real ones. The report is sensitive if the channel
 * includes sensitive events.
 */
export function levelExample(channel: Channel, publicUrl: string): object | null {
  const isSensitive = channel.includeSensitive;
  const injured = {
    injuredPersonGuid: guid('20'),
    userAccountGuid: null,
    personType: 'CONTRACTOR',
    classification: 'MEDICAL_AID',
    name: 'Not told',
    nature: null,
    bodyPart: null,
    source: null,
    event: null,
    treatment: null,
    daysAway: 0,
    daysRestricted: 3,
  };
  const reported = {
    tenant: guid('01'),
    stream: { kind: 'incident', guid: guid('10') },
    position: 4_711,
    revision: 1,
    number: 1_048,
    id: guid('11'),
    type: 'IncidentReported',
    metadata: { at, actor: { userGuid: guid('02'), kind: 'USER' as const }, traceparent: null },
    data: {
      reporterGuid: guid('02'),
      enteredByGuid: guid('02'),
      form: {
        formGuid: guid('03'),
        version: 2,
        name: isSensitive ? 'Injury' : 'Near miss',
        workflow: 'REVIEW_AND_APPROVAL',
        isSensitive,
        isLeading: !isSensitive,
        trifContributor: isSensitive,
        ltifContributor: false,
        mvifContributor: false,
      },
      isQuick: false,
      isUrgent: false,
      occurrenceDate: '2026-03-02',
      occurrenceTime: '07:40',
      timeZone: 'America/Edmonton',
      reportingGroupGuid: null,
      worksiteGuid: guid('04'),
      regionGuid: guid('05'),
      location: 'Dock 4',
      description: 'A sling slipped while the crane lifted a pump.',
      immediateActions: 'The lift was stopped.',
      injuredPersons: isSensitive ? [injured] : [],
      relatedPersons: [],
      components: [],
    },
  };
  return integrationEvent(reported, { channel, publicUrl, before: null, isSensitive: () => false });
}
