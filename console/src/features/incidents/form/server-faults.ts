import type { AmendIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { formFaults } from '../../../lib/problem.ts';
import type { FormFault } from '../../../ui/ErrorSummary.tsx';

const fields = /^(description|occurrenceDate|occurrenceTime|regionGuid|location|reportingGroupGuid|onBehalfOfUserGuid|immediateActions|injuredPersons(\.\d+\.\w+)?|relatedPersons\.\d+\.\w+)$/;

/** Puts what the API refused where the form has it: answers are found by the request that was sent; what the form does not show stays on top. */
export function placeFaults(fault: unknown, sent: Pick<AmendIncidentRequest, 'components'>): FormFault[] {
  return formFaults(fault).map(({ field, message }) => {
    if (field === null) return { field, message };
    if (field === 'worksiteGuid') return { field: 'worksite', message };
    const answer = /^components\.(\d+)\.answers\.(\d+)/.exec(field);
    const questionGuid = answer && sent.components?.[Number(answer[1])]?.answers[Number(answer[2])]?.questionGuid;
    if (questionGuid) return { field: `answers.${questionGuid}`, message };
    return { field: fields.test(field) ? field : null, message };
  });
}
