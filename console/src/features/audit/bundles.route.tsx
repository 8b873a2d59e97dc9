import { IconDownload, IconPackageExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { AuditBundle } from '@plimsoll/contracts/audit/bundles';
import type { AddressField } from '../../lib/address-fields.ts';
import { showAlert } from '../../lib/alerts.ts';
import { auditPaths } from '../../lib/audit-paths.ts';
import { requestBytes } from '../../lib/http.ts';
import { prefetching } from '../../lib/loader.ts';
import { faultText } from '../../lib/problem.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useStarted } from '../../lib/startup.ts';
import { formatInstant } from '../../lib/time.ts';
import { useUrlState } from '../../lib/url-state.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { DataTable, type DataColumn } from '../../ui/DataTable.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { Stack } from '../../ui/Section.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { bundlesQuery, publicKeysQuery } from './api.ts';
import { bundleStatusWords, contentWords, sizeWords } from './audit-words.ts';
import css from './parts/Audit.module.css';
import { AuditHeader } from './parts/AuditHeader.tsx';
import { BundleDialog } from './parts/BundleDialog.tsx';
import { HowToVerify } from './parts/HowToVerify.tsx';

const upTo: AddressField<string | undefined> = ([given]) => (given && !Number.isNaN(Date.parse(given)) ? new Date(given).toISOString() : undefined);
const fields = { upTo };

/** Asks for the bundles while the chunk is still on the way. */
export const loader = prefetching(({ organization: { guid, isAdmin } }) => (isAdmin ? [bundlesQuery(guid), publicKeysQuery()] : []));

const positions = ({ firstPosition, lastPosition }: AuditBundle): string => `Positions ${firstPosition.toLocaleString('en-CA')} to ${lastPosition.toLocaleString('en-CA')}`;

/** Parts of the log as signed files that are verified without us: making, fetching and verifying them. */
export function Component() {
  const { organization } = useStarted();
  const navigate = useNavigate();
  const query = useQuery(bundlesQuery(organization.guid));
  const [address] = useUrlState(fields);
  const [isAsked, setAsked] = useState(false);
  const close = () => {
    setAsked(false);
    if (address.upTo) void navigate(auditPaths.bundles(), { replace: true, preventScrollReset: true });
  };
  const make = (
    <Button variant="primary" leading={<IconPackageExport size={20} aria-hidden />} onClick={() => setAsked(true)}>
      Make a bundle…
    </Button>
  );
  const when = (instant: string) => formatInstant(instant, organization.timeZone);
  const columns: readonly DataColumn<AuditBundle>[] = [
    { id: 'part', header: 'Part of the log', cell: (bundle) => <b>{positions(bundle)}</b>, sub: contentWords },
    { id: 'asked', header: 'Asked for', width: 168, cell: ({ askedAt }) => when(askedAt), sub: ({ askedBy }) => askedBy.name },
    { id: 'kept', header: 'Kept until', width: 144, from: 1261, cell: ({ keptUntil }) => when(keptUntil) },
    { id: 'size', header: 'Size', width: 96, align: 'right', from: 1024, cell: ({ bytes }) => (bytes === null ? <span className={css.muted}>Not yet</span> : sizeWords(bytes)) },
    { id: 'status', header: 'Status', width: 136, cell: (bundle) => <Standing bundle={bundle} /> },
    { id: 'Actions', header: '', width: 136, align: 'right', cell: (bundle) => bundle.status === 'READY' && <Download bundle={bundle} /> },
  ];
  return (
    <>
      <AuditHeader title="Audit" meta="Take your log away as a signed file, and verify it without us." actions={make} />
      <Stack>
        <QueryView query={query}>
          {({ items }) =>
            items.length > 0 ? (
              <DataTable caption="Bundles of a week" columns={columns} rows={items} rowKey={({ bundleGuid }) => bundleGuid} />
            ) : (
              <EmptyState icon={IconPackageExport} title="No bundles of this week" text="A bundle holds the events of your log with their hashes, signed. Whoever gets it verifies it on a device of their own." action={make} />
            )
          }
        </QueryView>
        <HowToVerify />
      </Stack>
      {(isAsked || address.upTo) && <BundleDialog upTo={address.upTo} onClose={close} />}
    </>
  );
}

function Standing({ bundle: { status, progress } }: { bundle: AuditBundle }) {
  const { label, ...look } = bundleStatusWords[status];
  return status === 'MAKING' ? (
    <>
      <progress className={css.progress} max={100} value={progress} aria-label="How far it has come" />
      <span className={css.muted}>{progress} % made</span>
    </>
  ) : (
    <Badge {...look}>{label}</Badge>
  );
}

function Download({ bundle }: { bundle: AuditBundle }) {
  const { organization } = useStarted();
  const [isBusy, setBusy] = useState(false);
  const { bundleGuid } = bundle;
  async function fetchIt() {
    if (isBusy) return;
    setBusy(true);
    try {
      saveFile(await requestBytes('downloadAuditBundle', { params: { orgGuid: organization.guid, bundleGuid } }), `audit-bundle-${bundleGuid}.zip`);
    } catch (fault) {
      showAlert({ type: 'error', title: 'The bundle was not downloaded', subtitle: faultText(fault) });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button size="s" aria-busy={isBusy || undefined} leading={<IconDownload size={18} aria-hidden />} onClick={() => void fetchIt()}>
      Download<VisuallyHidden> {positions(bundle)}</VisuallyHidden>
    </Button>
  );
}
