import type { IncidentImport } from '@plimsoll/contracts/imports/requests';
import { incidentsPaths } from '../../incidents/paths.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { ErrorsButton } from './ImportErrorsButton.tsx';
import css from './Import.module.css';

const counted = (count: number): string => count.toLocaleString('en-CA');

/** Fourth step of an import: its progress and result. */
export function ImportProgress({
  incidentImport: { importGuid, state, rows, done, reported, repeated, refused, formGuid },
  onRestart,
}: {
  incidentImport: IncidentImport;
  onRestart: () => void;
}) {
  const result = `${counted(reported)} reported, ${counted(repeated)} known already, ${counted(refused)} left out.`;
  return (
    <Section title="4. Import">
      {state === 'RUNNING' ? (
        <>
          <progress className={css.progress} max={rows} value={done} aria-label="How far the import has come" />
          <p>
            {counted(done)} of {counted(rows)} rows are done. It goes on when this page is left.
          </p>
        </>
      ) : (
        <Banner tone={state === 'FAILED' ? 'danger' : refused > 0 ? 'warning' : 'success'} live>
          {state === 'FAILED'
            ? `The import has stopped: the form, or the right to report for others, is gone. ${result}`
            : state === 'DONE'
              ? `The import is done: ${result}`
              : 'This import has not been started.'}
        </Banner>
      )}
      <div className={css.buttons}>
        {state === 'DONE' && (
          <ButtonLink variant="primary" to={incidentsPaths.eventList(1, formGuid ? { formGuid } : {})}>
            See the events
          </ButtonLink>
        )}
        {refused > 0 && state !== 'RUNNING' && <ErrorsButton importGuid={importGuid} />}
        {state !== 'RUNNING' && <Button onClick={onRestart}>Import another file</Button>}
      </div>
    </Section>
  );
}
