import { IconExternalLink, IconSchool } from '@tabler/icons-react';
import { useStarted } from '../../../lib/session/startup.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import css from './Intrac.module.css';

/** Links to the organization's courses at intrac. */
export function Component() {
  const { organization } = useStarted();
  const systems = organization.externalSystems.filter(({ kind }) => kind === 'INTRAC');
  return (
    <>
      <PageHeader
        title="Courses"
        meta={
          systems.length > 0
            ? `${organization.name} has its courses at intrac, which opens beside this page.`
            : undefined
        }
      />
      {systems.length === 0 ? (
        <EmptyState
          icon={IconSchool}
          title="No courses yet"
          text="An administrator of your organization adds its addresses at intrac in the organization’s settings."
        />
      ) : (
        <ul className={css.cards}>
          {systems.map(({ title, url }, place) => (
            <li key={place}>
              <a className={css.card} href={url} target="_blank" rel="noreferrer">
                <IconSchool size={28} aria-hidden />
                <span>
                  <b>{title}</b>
                  <small>{new URL(url).host}</small>
                </span>
                <IconExternalLink size={20} aria-hidden />
                <VisuallyHidden> (opens another site)</VisuallyHidden>
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
