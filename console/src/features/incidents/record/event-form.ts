import { useQuery } from '@tanstack/react-query';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { formQuery } from '../../../lib/api/form-queries.ts';
import { useStarted } from '../../../lib/session/startup.ts';

export type Asks = Pick<Form, 'asksPeopleHurt' | 'asksOtherPeople' | 'asksRating'>;

const everything: Asks = { asksPeopleHurt: true, asksOtherPeople: true, asksRating: true };

/** What the incident's form asks for, in the version that it was reported with; everything until the form has loaded. */
export function useAsks({ formGuid, formVersion }: Pick<IncidentDetail, 'formGuid' | 'formVersion'>): Asks {
  const { organization } = useStarted();
  return useQuery(formQuery(organization.guid, formGuid, formVersion)).data ?? everything;
}
