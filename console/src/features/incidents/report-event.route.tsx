import { useQuery } from '@tanstack/react-query';
import { useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { queryClient } from '../../lib/query-client.ts';
import { loadStartup, useStarted } from '../../lib/startup.ts';
import { formsQuery } from '../../lib/forms.ts';
import { formQuery } from './api.ts';
import { ChooseForm } from './form/ChooseForm.tsx';
import { ReportForm } from './form/ReportForm.tsx';
import { RecordQuery } from './parts/RecordQuery.tsx';

export async function loader({ request }: LoaderFunctionArgs): Promise<null> {
  const { organization } = await loadStartup(request);
  const formGuid = new URL(request.url).searchParams.get('formGuid');
  if (formGuid) void queryClient.prefetchQuery(formQuery(organization.guid, formGuid));
  else void queryClient.prefetchQuery(formsQuery(organization.guid));
  return null;
}

/** First the form, then one page that is done within a minute on a phone. */
export function Component() {
  const [search] = useSearchParams();
  const formGuid = search.get('formGuid');
  return formGuid ? <ByForm key={formGuid} formGuid={formGuid} /> : <ChooseForm />;
}

function ByForm({ formGuid }: { formGuid: string }) {
  const { organization } = useStarted();
  const query = useQuery(formQuery(organization.guid, formGuid));
  return (
    <RecordQuery query={query}>
      {(form) => <ReportForm form={form} />}
    </RecordQuery>
  );
}
