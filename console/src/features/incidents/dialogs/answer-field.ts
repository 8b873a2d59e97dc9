import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { useStarted } from '../../../lib/session/startup.ts';
import { firstName } from '../labels.ts';

/**
 * Label and hint of the sentence to the person who reported an event, or entered it; null if there is nobody to tell:
 * the user reported it, or it was imported.
 */
export function useAnswerLabels({
  reporter,
  enteredBy,
  isImported,
  answer,
}: Pick<IncidentDetail, 'reporter' | 'enteredBy' | 'isImported' | 'answer'>): { label: string; hint: string } | null {
  const { user } = useStarted();
  const told = [reporter, enteredBy].find(({ userGuid }) => userGuid !== user.guid);
  if (isImported || !told) return null;
  const name = firstName(told.name);
  return {
    label: `A sentence to ${name}, who ${told.userGuid === reporter.userGuid ? 'reported' : 'entered'} it`,
    hint: answer
      ? `The last answer was: “${answer.text}” Leave this empty to keep it.`
      : `What came of it: what you found, decided or changed.`,
  };
}
