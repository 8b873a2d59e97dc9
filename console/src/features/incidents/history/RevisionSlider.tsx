import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { incidentsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { incidentHistoryQuery } from '../api.ts';
import { CopyLink } from '../record/CopyLink.tsx';
import { describeItem } from './history-labels.ts';
import css from './RevisionSlider.module.css';

/**
 * Slider through the revisions of an incident, with the author of each.
 * @param shown revision that is shown
 */
export function RevisionSlider({
  now: { eventId, number, revision: latest, timeZone },
  shown,
  onChange,
}: {
  now: IncidentDetail;
  shown: number;
  onChange: (revision: number) => void;
}) {
  const { organization } = useStarted();
  const { data } = useQuery(incidentHistoryQuery(organization.guid, eventId));
  const id = useId();
  const made = data?.items.find(({ revision, type }) => revision === shown && type !== 'ReportingGroupArchived');
  const summary = made && describeItem(made);
  return (
    <Section
      title="Revision by revision"
      action={
        <CopyLink
          path={incidentsPaths.eventHistory(eventId, shown)}
          what={`revision ${shown} of event ${number}`}
          label="Copy link to this revision"
          variant="quiet"
          size="s"
        />
      }
    >
      <div className={css.slider}>
        <Button
          leading={<IconArrowLeft size={20} aria-hidden />}
          disabled={shown <= 1}
          onClick={() => onChange(shown - 1)}
          aria-label="The revision before"
        />
        <input
          id={id}
          type="range"
          min={1}
          max={latest}
          step={1}
          value={shown}
          aria-label="Revision"
          aria-valuetext={`Revision ${shown} of ${latest}${summary ? `: ${summary}` : ''}`}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
        <Button
          leading={<IconArrowRight size={20} aria-hidden />}
          disabled={shown >= latest}
          onClick={() => onChange(shown + 1)}
          aria-label="The revision after"
        />
      </div>
      <p className={css.made}>
        <b>{shown}</b> of {latest}
        {summary && (
          <>
            : {summary}
            {made.at && <span className={css.when}>, {formatInstant(made.at, timeZone, { withZone: true })}</span>}
          </>
        )}
      </p>
    </Section>
  );
}
