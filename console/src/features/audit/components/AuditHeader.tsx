import type { ReactNode } from 'react';
import { auditPaths } from '../paths.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';

/** Page header and tabs of the audit pages. */
export function AuditHeader({
  title,
  meta,
  aside,
  actions,
}: {
  title: string;
  meta: ReactNode;
  aside?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <>
      <PageHeader title={title} meta={meta} aside={aside} actions={actions} />
      <Tabs
        label="Audit"
        tabs={[
          { to: auditPaths.bundles(), label: 'Bundles' },
          { to: auditPaths.changeLog(), label: 'Change log' },
          { to: auditPaths.accessLog(), label: 'Access log' },
        ]}
      />
    </>
  );
}
