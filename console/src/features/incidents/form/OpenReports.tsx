import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { FormSummary } from '@plimsoll/contracts/forms/form';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';
import { momentText, useDrafts } from '../../../lib/forms/drafts.ts';
import { incidentsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import css from './ChooseForm.module.css';
import { reportDraftKey, type ReportDraft } from './report-drafts.ts';

/** Unsent drafts on this device, to be continued. */
export function OpenReports({ forms }: { forms: readonly FormSummary[] }) {
  const { user, organization } = useStarted();
  const prefix = reportDraftKey(user.guid, organization.guid);
  const drafts = useDrafts<ReportDraft>(prefix).flatMap(({ key, value, savedAt }) => {
    // After the form's guid, the key contains the key of a report that came back from the outbox, if any.
    const [guid, returned] = key.slice(prefix.length).split(':');
    const form = forms.find(({ formGuid }) => formGuid === guid);
    return form
      ? [
          {
            form,
            key,
            returned,
            isQuick: value.isQuick === true,
            savedAt,
            heading: headingOf(value.fields.description),
          },
        ]
      : [];
  });
  if (drafts.length === 0) return null;
  return (
    <section className={css.open} aria-labelledby="open-reports">
      <h2 id="open-reports">Not sent yet</h2>
      <ul className={css.forms}>
        {drafts.map(({ form, key, returned, isQuick, savedAt, heading }) => (
          <li key={key}>
            <Link
              className={css.form}
              to={incidentsPaths.reportEvent({
                formGuid: form.formGuid,
                ...(isQuick && { quick: 'true' }),
                ...(returned && { draft: returned }),
              })}
            >
              <span>
                <b>
                  Continue: {form.name}, {momentText(savedAt)}
                </b>
                {heading && <span className={css.words}>‘{heading}’</span>}
              </span>
              <IconChevronRight size={22} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
