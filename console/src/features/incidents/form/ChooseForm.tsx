import { useQuery } from '@tanstack/react-query';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formsPaths } from '../../../lib/forms-paths.ts';
import { paths } from '../../../lib/paths.ts';
import { useMay, useStarted } from '../../../lib/startup.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { QueryView } from '../../../ui/QueryView.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { useWide } from '../../../ui/useWide.ts';
import { formsQuery } from '../../../lib/forms.ts';
import css from './ChooseForm.module.css';
import { OpenReports } from './OpenReports.tsx';
import { HelpFirst, PhoneTop } from './PhoneTop.tsx';

/** What happened, as one of the forms: the first of two steps. */
export function ChooseForm() {
  const { organization } = useStarted();
  const query = useQuery(formsQuery(organization.guid));
  const wide = useWide(768);
  const mayManage = useMay('CREATE_AND_MANAGE_EVENT_FORMS');
  return (
    <div className={css.page}>
      {wide ? (
        <PageHeader crumbs={[{ label: 'Events', to: paths.eventList() }, { label: 'Report an event' }]} title="Report an event" meta="What kind of event was it?" actions={mayManage && <ButtonLink to={formsPaths.forms()}>Manage forms</ButtonLink>} />
      ) : (
        <>
          <PhoneTop title="Report an event" closeTo={paths.eventList()} />
          <HelpFirst phone={null} />
          <h2 className={css.question}>What kind of event was it?</h2>
        </>
      )}
      <QueryView query={query} home={paths.eventList()}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title="No forms yet" text="Forms for reporting appear here once they are published." />
          ) : (
            <>
              <OpenReports forms={items} />
              <ul className={css.forms}>
                {items.map(({ formGuid, name, description }) => (
                  <li key={formGuid}>
                    <Link className={css.form} to={paths.reportEvent({ formGuid })}>
                      <span>
                        <b>{name}</b>
                        <span className={css.words}>{description}</span>
                      </span>
                      <IconChevronRight size={22} aria-hidden />
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </QueryView>
    </div>
  );
}
