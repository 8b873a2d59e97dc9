import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckedImport, UploadedImport } from '@plimsoll/contracts/imports/requests';
import type { AddressField } from '../../../lib/url/address-fields.ts';
import { formsQuery } from '../../../lib/api/form-queries.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { incidentsPaths } from '../../incidents/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { useUrlState } from '../../../lib/url/url-state.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { importQuery } from '../api.ts';
import { CheckedRows } from '../components/CheckedRows.tsx';
import { ChooseTable } from '../components/ChooseTable.tsx';
import { ImportProgress } from '../components/ImportProgress.tsx';
import { MatchColumns } from '../components/MatchColumns.tsx';

const runs: AddressField<string | undefined> = ([given]) => given || undefined;
const fields = { runs };

/** Prefetches the forms while the chunk loads. */
export const loader = prefetching(({ organization: { guid } }) => [formsQuery(guid)]);

/** Imports incidents of another system from a table: choose it, match its columns, check it, run it. */
export function Component() {
  const { organization } = useStarted();
  const client = useQueryClient();
  const [{ runs: running }, address] = useUrlState(fields);
  const [sent, setSent] = useState<UploadedImport | null>(null);
  const [checked, setChecked] = useState<CheckedImport | null>(null);
  const restart = () => {
    setSent(null);
    setChecked(null);
    address.push({ runs: undefined });
  };
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Events', to: incidentsPaths.eventList() }, { label: 'Import' }]}
        title="Import events"
      />
      <Stack>
        {running ? (
          <Running importGuid={running} onRestart={restart} />
        ) : !sent ? (
          <ChooseTable onSent={setSent} />
        ) : !checked ? (
          <MatchColumns sent={sent} onChecked={setChecked} onBack={restart} />
        ) : (
          <CheckedRows
            importGuid={sent.importGuid}
            checked={checked}
            onBack={() => setChecked(null)}
            onRun={(begun) => {
              client.setQueryData(importQuery(organization.guid, begun.importGuid).queryKey, begun);
              address.push({ runs: begun.importGuid });
            }}
          />
        )}
      </Stack>
    </>
  );
}

function Running({ importGuid, onRestart }: { importGuid: string; onRestart: () => void }) {
  const { organization } = useStarted();
  const query = useQuery(importQuery(organization.guid, importGuid));
  return (
    <QueryView query={query}>
      {(incidentImport) => <ImportProgress incidentImport={incidentImport} onRestart={onRestart} />}
    </QueryView>
  );
}
