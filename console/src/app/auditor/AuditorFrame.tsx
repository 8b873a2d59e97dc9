import { IconLogout } from '@tabler/icons-react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import type { AuditorSession } from '@plimsoll/contracts/auditors/grants';
import { auditorPaths } from '../../features/auditors/paths.ts';
import { AuditorContext, loadAuditor } from '../../features/auditors/public/auditor-session.ts';
import { paths } from '../../lib/url/paths.ts';
import { RECORDED, scopeText } from '../../features/auditors/labels.ts';
import { useSignInReason } from '../../lib/session/session.ts';
import { formatInstant } from '../../lib/format/time.ts';
import { Banner } from '../../ui/feedback/Banner.tsx';
import { Wordmark } from '../../ui/layout/Mark.tsx';
import { pageCss, Wrap } from '../../ui/layout/Section.tsx';
import { EmptyState } from '../../ui/feedback/States.tsx';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { SkipLink } from '../../ui/layout/VisuallyHidden.tsx';
import { Footer } from '../shell/Footer.tsx';
import { Page } from '../shell/PlainFrame.tsx';
import css from '../shell/Shell.module.css';
import own from './AuditorFrame.module.css';

export const loader = ({ request }: LoaderFunctionArgs): Promise<AuditorSession> => loadAuditor(request);

/**
 * Layout of the auditors' pages: which organization they read, how much, until when, and that their access is recorded.
 */
export function Component() {
  const auditor = useLoaderData<AuditorSession>();
  const isSignedOut = useSignInReason() !== null;
  const { organization, name, grantedBy, expiresAt, endsAt } = auditor;
  return (
    <AuditorContext value={auditor}>
      <SkipLink />
      <header className={css.bar}>
        <Wrap className={css.inner}>
          <div className={css.logo}>
            <Wordmark height={22} />
          </div>
          <span className={css.grow} />
          <div className={css.end}>
            <Link className={`${css.icon} ${css.out}`} to={paths.signOut()}>
              <IconLogout size={22} aria-hidden />
              Sign out
            </Link>
          </div>
        </Wrap>
      </header>
      {isSignedOut ? (
        <main id="main" tabIndex={-1} className={`${pageCss.wrap} ${pageCss.main}`}>
          <EmptyState
            title="You are signed out"
            text={`Your session is over, or ${organization.name} lets you look no more. Open your link once more to come in again.`}
          />
        </main>
      ) : (
        <>
          <Wrap className={own.notice}>
            <Banner>
              {grantedBy.name} of {organization.name} lets you, {name}, look until{' '}
              {formatInstant(expiresAt, organization.timeZone, { withZone: true })}. {scopeText(auditor)}{' '}
              <b>{RECORDED}</b> This session ends {formatInstant(endsAt, organization.timeZone, { withZone: true })}.
            </Banner>
            <Tabs
              label="What you may look at"
              tabs={[
                { to: auditorPaths.events(), label: 'Events' },
                { to: auditorPaths.changes(), label: 'Change log' },
                { to: auditorPaths.bundles(), label: 'Bundles' },
              ]}
            />
          </Wrap>
          <Page />
        </>
      )}
      <Footer hasEvents={!isSignedOut} />
    </AuditorContext>
  );
}
