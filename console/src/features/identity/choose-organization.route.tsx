import { IconBuilding, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Startup } from '@plimsoll/contracts/organizations/answers';
import { paths } from '../../lib/paths.ts';
import { rememberOrganization, returnAddress, startupQuery } from '../../lib/startup.ts';
import { EmptyState } from '../../ui/States.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import css from './ChooseOrganization.module.css';
import { PublicPage } from './PublicPage.tsx';

/** Which organization to open, for somebody with several. */
export function Component() {
  const query = useQuery(startupQuery(undefined));
  const navigate = useNavigate();
  const [search] = useSearchParams();

  function open({ user }: Startup, organizationGuid: string) {
    rememberOrganization(user.guid, organizationGuid);
    void navigate(returnAddress(search.toString()) ?? paths.home(), { replace: true });
  }

  return (
    <PublicPage title={query.data?.memberships.length === 0 ? 'Your account is ready' : 'Choose an organization'} narrow>
      <QueryView query={query}>
        {(startup) =>
          startup.memberships.length === 0 ? (
            <EmptyState title="You do not belong to an organization yet" text="You have an account, but no organization has added you yet." />
          ) : (
            <ul className={css.list}>
              {startup.memberships.map(({ organizationGuid, organizationName, isAdmin }) => (
                <li key={organizationGuid}>
                  <button type="button" className={css.organization} onClick={() => open(startup, organizationGuid)}>
                    <IconBuilding size={24} aria-hidden />
                    <span>
                      <b>{organizationName}</b>
                      {isAdmin && <small>Administrator</small>}
                    </span>
                    <IconChevronRight size={20} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      <p className={css.out}>
        <Link to={paths.signOut()}>Sign out</Link>
      </p>
    </PublicPage>
  );
}
