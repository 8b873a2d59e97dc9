import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { alarmSettingsQuery } from '../../../lib/api/alarm-queries.ts';
import { formQuery, formsQuery } from '../../../lib/api/form-queries.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ownGroupQuery } from '../form/fields/own-group.ts';
import { isQuickForm } from '../form/quick-form.ts';
import { ReportForm } from '../form/ReportForm.tsx';
import { RecordQuery } from '../record/RecordQuery.tsx';

/** Not needed if the URL names a form. */
const choosing = () => import('../form/ChooseForm.tsx');
const ChooseForm = lazy(async () => ({ default: (await choosing()).ChooseForm }));

export const loader = prefetching(({ organization, user }, { search }) => {
  const formGuid = search.get('formGuid');
  if (!formGuid) void choosing();
  if (!formGuid) return [formsQuery(organization.guid)];
  return [
    formQuery(organization.guid, formGuid),
    ...(search.has('quick') ? [alarmSettingsQuery(organization.guid)] : []),
    ...(organization.reportingGroups.length > 0 ? [ownGroupQuery(organization.guid, user.guid)] : []),
  ];
});

/**
 * Report of an incident: first the choice of a form, then its page. A quick report asks only for a photo, a sentence
 * and the place.
 */
export function Component() {
  const [search] = useSearchParams();
  const formGuid = search.get('formGuid');
  const isQuick = search.has('quick');
  if (formGuid) return <ByForm key={`${formGuid} ${isQuick}`} formGuid={formGuid} isQuick={isQuick} />;
  return (
    <Suspense>
      <ChooseForm isQuick={isQuick} />
    </Suspense>
  );
}

function ByForm({ formGuid, isQuick }: { formGuid: string; isQuick: boolean }) {
  const { organization } = useStarted();
  const query = useQuery(formQuery(organization.guid, formGuid));
  return (
    <RecordQuery query={query}>
      {(form) => <ReportForm form={form} isQuick={isQuick && isQuickForm(form)} />}
    </RecordQuery>
  );
}
