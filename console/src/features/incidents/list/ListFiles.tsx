import { IconChevronDown, IconDownload, IconTableImport } from '@tabler/icons-react';
import { useState } from 'react';
import type { ExportFormat } from '@plimsoll/contracts/incidents/list-requests';
import { importsPaths } from '../../imports/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { todayIn } from '../../../lib/format/time.ts';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { Menu } from '../../../ui/layout/Menu.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { questionOf, type ListAddress } from './list-address.ts';
import { downloadList } from './download-list.ts';

const formats: readonly { format: ExportFormat; label: string }[] = [
  { format: 'CSV', label: 'Export as CSV' },
  { format: 'XLSX', label: 'Export as XLSX' },
];

/** Import into the list and export from it, depending on permissions. Importing needs a wide screen. */
export function ListFiles({ address }: { address: ListAddress }) {
  const { permissions } = useStarted();
  const wide = useWide(768);
  return (
    <>
      {wide && permissions.has('CREATE_EVENTS_ON_OTHERS_BEHALF') && (
        <ButtonLink
          variant="view"
          size="s"
          leading={<IconTableImport size={18} aria-hidden />}
          to={importsPaths.importEvents()}
        >
          Import
        </ButtonLink>
      )}
      <ListExport address={address} />
    </>
  );
}

/** Exports the whole list with its filters and order. */
function ListExport({ address }: { address: ListAddress }) {
  const { organization, permissions } = useStarted();
  const [isBusy, setBusy] = useState(false);
  const wide = useWide(768);
  if (!permissions.has('DOWNLOAD_CSV_EVENTS')) return null;
  const exportAs = (format: ExportFormat) => {
    if (isBusy) return;
    setBusy(true);
    void downloadList(organization.guid, questionOf(address, 1), format, todayIn(organization.timeZone)).finally(() =>
      setBusy(false),
    );
  };
  if (!wide) {
    return formats.map(({ format, label }) => (
      <Button
        key={format}
        size="l"
        disabled={isBusy}
        leading={<IconDownload size={20} aria-hidden />}
        onClick={() => exportAs(format)}
      >
        {label}
      </Button>
    ));
  }
  return (
    <Menu
      label="Export"
      button={{
        variant: 'view',
        size: 's',
        leading: <IconDownload size={18} aria-hidden />,
        trailing: <IconChevronDown size={18} aria-hidden />,
        disabled: isBusy,
        children: isBusy ? 'Exporting' : 'Export',
      }}
      entries={formats.map(({ format, label }) => ({ label, onSelect: () => exportAs(format) }))}
    />
  );
}
