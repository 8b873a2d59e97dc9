import type { ReactNode } from 'react';
import { integrationPaths } from '../paths.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Tabs } from '../../../ui/layout/Tabs.tsx';
import css from './Integration.module.css';

/** Header with tabs, shared by the pages of the integrations. */
export function IntegrationsHeader({ actions }: { actions?: ReactNode }) {
  return (
    <>
      <PageHeader
        title="Integrations"
        meta={
          <p className={css.lead}>
            Other systems follow what happens here by one contract: <a href="/api/integration/asyncapi">AsyncAPI 3.0</a>
          </p>
        }
        actions={actions}
      />
      <Tabs
        label="Ways to follow"
        tabs={[
          { to: integrationPaths.apiKeys(), label: 'API keys' },
          { to: integrationPaths.webhooks(), label: 'Webhooks' },
          { to: integrationPaths.kafka(), label: 'Kafka' },
        ]}
      />
    </>
  );
}
