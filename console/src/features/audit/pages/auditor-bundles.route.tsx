import { IconPackageExport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { auditorPaths } from '../../auditors/paths.ts';
import { loadAuditor, useAuditor } from '../../auditors/public/auditor-session.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { bundlesQuery } from '../api.ts';
import { BundleDialog } from '../components/BundleDialog.tsx';
import { BundleTable } from '../components/BundleTable.tsx';
import { HowToVerify } from '../components/HowToVerify.tsx';
import { useBundleDialog } from '../components/use-bundle-dialog.ts';

/** Prefetches the bundles while the chunk loads. */
export async function loader({ request }: LoaderFunctionArgs): Promise<null> {
  const { organization } = await loadAuditor(request);
  void queryClient.prefetchQuery(bundlesQuery(organization.guid));
  return null;
}

/** Bundles that an auditor has made of the data that their grant covers. */
export function Component() {
  const { organization, withNames, includeSensitive } = useAuditor();
  const query = useQuery(bundlesQuery(organization.guid));
  const dialog = useBundleDialog(auditorPaths.bundles());
  const make = (
    <Button variant="primary" leading={<IconPackageExport size={20} aria-hidden />} onClick={dialog.open}>
      Make a bundle…
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Bundles"
        meta="Take what you may look at away as a signed file. Whatever else the log holds is in it by place and digests alone."
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
                title="No bundles yet"
                text="A bundle is a signed file that is verified without this product, on a device of your own."
                action={make}
              />
            )
          }
        </QueryView>
        <HowToVerify timeZone={organization.timeZone} />
      </Stack>
      {dialog.isOpen && (
        <BundleDialog
          organization={organization}
          upTo={dialog.upTo}
          may={{ withNames, includeSensitive }}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
