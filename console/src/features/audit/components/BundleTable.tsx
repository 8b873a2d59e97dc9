import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { AuditBundle } from '@plimsoll/contracts/audit/bundles';
import { showAlert } from '../../../lib/format/alerts.ts';
import { requestBytes } from '../../../lib/api/http.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { saveFile } from '../../../lib/api/save-file.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { DataTable, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { bundleStatusBadges, contentLabel, formatSize } from '../labels.ts';
import css from './Audit.module.css';

const positions = ({ firstPosition, lastPosition }: AuditBundle): string =>
  `Positions ${firstPosition.toLocaleString('en-CA')} to ${lastPosition.toLocaleString('en-CA')}`;

interface BundleTableProps {
  bundles: readonly AuditBundle[];
  organization: { readonly guid: string; readonly timeZone: string };
}

/** Table of bundles with their progress and a download button. */
export function BundleTable({ bundles, organization: { guid, timeZone } }: BundleTableProps) {
  const when = (instant: string) => formatInstant(instant, timeZone);
  const columns: readonly DataColumn<AuditBundle>[] = [
    { id: 'part', header: 'Part of the log', cell: (bundle) => <b>{positions(bundle)}</b>, sub: contentLabel },
    {
      id: 'asked',
      header: 'Asked for',
      width: 168,
      cell: ({ askedAt }) => when(askedAt),
      sub: ({ askedBy }) => askedBy.name,
    },
    { id: 'kept', header: 'Kept until', width: 144, from: 1261, cell: ({ keptUntil }) => when(keptUntil) },
    {
      id: 'size',
      header: 'Size',
      width: 96,
      align: 'right',
      from: 1024,
      cell: ({ bytes }) => (bytes === null ? <span className={css.muted}>Not yet</span> : formatSize(bytes)),
    },
    { id: 'status', header: 'Status', width: 136, cell: (bundle) => <BundleStatus bundle={bundle} /> },
    {
      id: 'Actions',
      header: '',
      width: 136,
      align: 'right',
      cell: (bundle) => bundle.status === 'READY' && <Download bundle={bundle} orgGuid={guid} />,
    },
  ];
  return (
    <DataTable caption="Bundles of a week" columns={columns} rows={bundles} rowKey={({ bundleGuid }) => bundleGuid} />
  );
}

function BundleStatus({ bundle: { status, progress } }: { bundle: AuditBundle }) {
  const { label, ...look } = bundleStatusBadges[status];
  return status === 'MAKING' ? (
    <>
      <progress className={css.progress} max={100} value={progress} aria-label="How far it has come" />
      <span className={css.muted}>{progress} % made</span>
    </>
  ) : (
    <Badge {...look}>{label}</Badge>
  );
}

function Download({ bundle, orgGuid }: { bundle: AuditBundle; orgGuid: string }) {
  const [isBusy, setBusy] = useState(false);
  const { bundleGuid } = bundle;
  async function fetchIt() {
    if (isBusy) return;
    setBusy(true);
    try {
      saveFile(
        await requestBytes('downloadAuditBundle', { params: { orgGuid, bundleGuid } }),
        `audit-bundle-${bundleGuid}.zip`,
      );
    } catch (error) {
      showAlert({ type: 'error', title: 'The bundle was not downloaded', subtitle: errorText(error) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      size="s"
      aria-busy={isBusy || undefined}
      leading={<IconDownload size={18} aria-hidden />}
      onClick={() => void fetchIt()}
    >
      Download<VisuallyHidden> {positions(bundle)}</VisuallyHidden>
    </Button>
  );
}
