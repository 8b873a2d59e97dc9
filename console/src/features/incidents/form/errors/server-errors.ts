import type { AmendIncidentRequest } from '@plimsoll/contracts/incidents/requests';

const fields =
  /^(description|occurrenceDate|occurrenceTime|regionGuid|location|reportingGroupGuid|onBehalfOfUserGuid|immediateActions|injuredPersons(\.\d+\.\w+)?|relatedPersons\.\d+\.\w+)$/;

/**
 * Maps a field of a request to the form's field; null if the form does not show it. Answers are found by the request
 * that was sent.
 */
export function placeField(field: string, sent: Pick<AmendIncidentRequest, 'components'>): string | null {
  if (field === 'worksiteGuid') return 'worksite';
  const answer = /^components\.(\d+)\.answers\.(\d+)/.exec(field);
  const questionGuid = answer && sent.components?.[Number(answer[1])]?.answers[Number(answer[2])]?.questionGuid;
  if (questionGuid) return `answers.${questionGuid}`;
  return fields.test(field) ? field : null;
}
