import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
import { ChooseTable } from '../components/ChooseTable.tsx';
import { ImportProgress } from '../components/ImportProgress.tsx';
import { MappedTable } from '../components/MappedTable.tsx';
import { ReadTable } from '../components/ReadTable.tsx';
import { isInDoubt, type SentTable } from '../send-table.ts';

const runs: AddressField<string | undefined> = ([given]) => given || undefined;
const fields = { runs };

/** Prefetches the forms while the chunk loads. */
export const loader = prefetching(({ organization: { guid } }) => [formsQuery(guid)]);

/** Imports incidents of another system from a table: choose it, match its columns, check it, run it. */
export function Component() {
  const { organization } = useStarted();
  const client = useQueryClient();
  const [{ runs: running }, address] = useUrlState(fields);
  const [table, setTable] = useState<SentTable | null>(null);
  const [isRead, setRead] = useState(false);
  const restart = () => {
    setTable(null);
    setRead(false);
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
        ) : !table ? (
          <ChooseTable
            onSent={(sent) => {
              setTable(sent);
              setRead(!isInDoubt(sent));
            }}
          />
        ) : !isRead ? (
          <ReadTable table={table} onRead={setTable} onDone={() => setRead(true)} onBack={restart} />
        ) : (
          <MappedTable
            key={table.sent.importGuid}
            table={table}
            onRestart={restart}
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
