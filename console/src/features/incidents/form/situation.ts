import { useMemo } from 'react';
import type { Form } from '@plimsoll/contracts/forms/form';
import { useStarted } from '../../../lib/session/startup.ts';
import type { Situation } from './fields/event-fields.ts';

/**
 * Settings of the organization that a form depends on. A group or worksite that was archived stays available if it is
 * chosen.
 */
export function useSituation(
  form: Form,
  chosenGroup?: { guid: string; name: string },
  chosenWorksite?: string | null,
): Situation {
  const { organization, regions, features } = useStarted();
  const guid = chosenGroup?.guid;
  const name = chosenGroup?.name;
  return useMemo(() => {
    const active = organization.reportingGroups
      .filter(({ status }) => status === 'ACTIVE')
      .map((group) => ({ guid: group.guid, name: group.name }));
    const groups = guid && name && !active.some((group) => group.guid === guid) ? [...active, { guid, name }] : active;
    return {
      form,
      regions,
      worksites: features.has('WORKSITES')
        ? organization.worksites.filter(({ status, guid: own }) => status === 'ACTIVE' || own === chosenWorksite)
        : [],
      reportingGroups: features.has('REPORTING_GROUPS') ? groups : [],
      timeZone: organization.timeZone,
    };
  }, [form, organization, regions, features, guid, name, chosenWorksite]);
}
