import { useQuery } from '@tanstack/react-query';
import { IconCamera, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formsPaths } from '../../forms/paths.ts';
import { incidentsPaths } from '../paths.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import { formsQuery } from '../../../lib/api/form-queries.ts';
import css from './ChooseForm.module.css';
import { OpenReports } from './OpenReports.tsx';
import { HelpFirst, PhoneTop } from './PhoneTop.tsx';
import { mostUsedFirst } from './most-used-first.ts';
import { isQuickForm } from './quick-form.ts';

/** First step of a report: choosing a form, the most used ones first. On phones each form also offers a quick report. */
export function ChooseForm({ isQuick }: { isQuick: boolean }) {
  const { organization } = useStarted();
  const query = useQuery(formsQuery(organization.guid));
  const wide = useWide(768);
  const title = isQuick ? 'Quick report' : 'Report an event';
  const mayManage = useMay('CREATE_AND_MANAGE_EVENT_FORMS');
  return (
    <div className={css.page}>
      {wide ? (
        <PageHeader
          crumbs={[{ label: 'Events', to: incidentsPaths.eventList() }, { label: 'Report an event' }]}
          title={title}
          meta="What kind of event was it?"
          actions={mayManage && <ButtonLink to={formsPaths.forms()}>Manage forms</ButtonLink>}
        />
      ) : (
        <>
          <PhoneTop title={title} closeTo={incidentsPaths.eventList()} />
          <HelpFirst phone={null} />
          <h2 className={css.question}>What kind of event was it?</h2>
        </>
      )}
      <QueryView query={query} home={incidentsPaths.eventList()}>
        {({ items: all }) => {
          const items = mostUsedFirst(isQuick ? all.filter(isQuickForm) : all);
          return items.length === 0 ? (
            <EmptyState title="No forms yet" text="Forms for reporting appear here once they are published." />
          ) : (
            <>
              <OpenReports forms={items} />
              <ul className={css.forms}>
                {items.map(({ formGuid, name, description, eventWorkflow }) => (
                  <li key={formGuid} className={css.choice}>
                    <Link
                      className={css.form}
                      to={incidentsPaths.reportEvent({ formGuid, ...(isQuick && { quick: 'true' }) })}
                    >
                      <span>
                        <b>{name}</b>
                        <span className={css.words}>{description}</span>
                      </span>
                      <IconChevronRight size={22} aria-hidden />
                    </Link>
                    {!wide && !isQuick && isQuickForm({ eventWorkflow }) && (
                      <Link
                        className={css.quick}
                        to={incidentsPaths.reportEvent({ formGuid, quick: 'true' })}
                        aria-label={`Quick report: ${name}`}
                      >
                        <IconCamera size={24} aria-hidden />
                        Quick
                      </Link>
                    )}
                  </li>
                ))}
              </ul>
            </>
          );
        }}
      </QueryView>
    </div>
  );
}
