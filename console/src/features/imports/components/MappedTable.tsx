import { useState } from 'react';
import type { CheckedImport, IncidentImport } from '@plimsoll/contracts/imports/requests';
import type { SentTable } from '../send-table.ts';
import { useMapping } from '../use-mapping.ts';
import { CheckedRows } from './CheckedRows.tsx';
import { MatchColumns } from './MatchColumns.tsx';

/** Second and third step of an import. What was said about the columns stays when a person comes back to them. */
export function MappedTable({
  table,
  onRestart,
  onRun,
}: {
  table: SentTable;
  onRestart: () => void;
  onRun: (begun: IncidentImport) => void;
}) {
  const mapping = useMapping(table);
  const [checked, setChecked] = useState<CheckedImport | null>(null);
  return checked ? (
    <CheckedRows importGuid={table.sent.importGuid} checked={checked} onBack={() => setChecked(null)} onRun={onRun} />
  ) : (
    <MatchColumns table={table} mapping={mapping} onChecked={setChecked} onBack={onRestart} />
  );
}
