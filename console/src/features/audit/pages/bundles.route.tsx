import { IconPackageExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { auditPaths } from '../paths.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { bundlesQuery, publicKeysQuery } from '../api.ts';
import { AuditHeader } from '../components/AuditHeader.tsx';
import { BundleDialog } from '../components/BundleDialog.tsx';
import { BundleTable } from '../components/BundleTable.tsx';
import { HowToVerify } from '../components/HowToVerify.tsx';
import { useBundleDialog } from '../components/use-bundle-dialog.ts';

/** Prefetches the bundles while the chunk loads. */
export const loader = prefetching(({ organization: { guid, isAdmin } }) =>
  isAdmin ? [bundlesQuery(guid), publicKeysQuery()] : [],
);

/** Audit bundles: signed parts of the log that can be verified without this installation. */
export function Component() {
  const { organization } = useStarted();
  const query = useQuery(bundlesQuery(organization.guid));
  const dialog = useBundleDialog(auditPaths.bundles());
  const make = (
    <Button variant="primary" leading={<IconPackageExport size={20} aria-hidden />} onClick={dialog.open}>
      Make a bundle…
    </Button>
  );
  return (
    <>
      <AuditHeader
        title="Audit"
        meta="Take your log away as a signed file, and verify it without us."
        actions={query.data?.items.length === 0 ? undefined : make}
      />
      <Stack>
        <QueryView query={query}>
          {({ items }) =>
            items.length > 0 ? (
              <BundleTable bundles={items} organization={organization} />
            ) : (
              <EmptyState
                icon={IconPackageExport}
                title="No bundles of this week"
                text="A bundle holds the events of your log with their hashes, signed. Whoever gets it verifies it on a device of their own."
                action={make}
              />
            )
          }
        </QueryView>
        <HowToVerify timeZone={organization.timeZone} />
      </Stack>
      {dialog.isOpen && <BundleDialog organization={organization} upTo={dialog.upTo} onClose={dialog.close} />}
    </>
  );
}
