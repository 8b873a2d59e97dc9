import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { reasonText } from '@plimsoll/contracts/routing/texts';
import { usePainted } from '../../../lib/forms/after-paint.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { useOnline } from '../../../ui/layout/useOnline.ts';
import { whoIsAskedQuery } from '../../routing/public/who-is-asked-query.ts';
import { OTHER, type EventFields, type Situation } from './fields/event-fields.ts';

/**
 * Whom a report goes to of itself, and why: "first on the call list of Acheson Yard". FIRST_ON_LIST: the name is not
 * known, since there is no connection or the form is a preview.
 */
export type WhoIsAsked =
  | { readonly userGuid: string; readonly name: string; readonly reason: string }
  | 'FIRST_ON_LIST';

/** Whether the organization asks someone as soon as something is reported with this form. */
export const useAsksAtOnce = ({ form }: Situation): boolean =>
  useStarted().features.has('REVIEWER_AT_ONCE') && form.eventWorkflow !== 'NONE';

/**
 * Whom the report would go to; null if that is no one. While loading, the answer before, and undefined at first. It is
 * requested after the first paint, since it is shown at the end of the form.
 */
export function useWhoIsAsked(
  situation: Situation,
  {
    worksite,
    reportingGroupGuid,
    onBehalfOfUserGuid,
  }: Pick<EventFields, 'worksite' | 'reportingGroupGuid' | 'onBehalfOfUserGuid'>,
  isPreview = false,
): WhoIsAsked | null | undefined {
  const { form, worksites, reportingGroups } = situation;
  const isPainted = usePainted();
  const isKnown = useOnline() && !isPreview;
  const isAsked = useAsksAtOnce(situation);
  const last = useRef<WhoIsAsked | null>(undefined);
  const worksiteGuid = worksite === OTHER ? undefined : worksite || undefined;
  const { data, error } = useQuery({
    ...whoIsAskedQuery(useStarted().organization.guid, {
      formGuid: form.formGuid,
      worksiteGuid,
      reportingGroupGuid: reportingGroupGuid || undefined,
      onBehalfOfUserGuid: onBehalfOfUserGuid || undefined,
    }),
    enabled: isAsked && isKnown && isPainted,
  });
  if (!isAsked) return null;
  if (!isKnown) return 'FIRST_ON_LIST';
  const { reviewer, because } = data ?? {};
  const units = because === 'WORKSITE' ? worksites : reportingGroups;
  const unit = units.find(({ guid }) => guid === worksiteGuid || guid === reportingGroupGuid);
  if (reviewer && because) last.current = { ...reviewer, reason: reasonText(because, unit?.name ?? null) };
  else if (data || error) last.current = null;
  return last.current;
}
