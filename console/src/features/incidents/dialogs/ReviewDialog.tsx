import { IconEyeCheck } from '@tabler/icons-react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { eventFieldTexts, riskBandTexts } from '@plimsoll/contracts/incidents/event-texts';
import { reviewRequest } from '@plimsoll/contracts/incidents/requests';
import { ratingError } from '@plimsoll/contracts/incidents/report-texts';
import { likelihoodLabels, riskBand, riskScore, severityLabels } from '@plimsoll/contracts/incidents/vocabulary';
import { SmallEventFiles } from '../../attachments/public/EventFiles.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { RiskBadge } from '../../../ui/feedback/Badge.tsx';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import type { FormError } from '../../../ui/inputs/ErrorSummary.tsx';
import { TextArea } from '../../../ui/inputs/TextField.tsx';
import { reviewIncident } from '../api.ts';
import { useAsks } from '../record/event-form.ts';
import { commandTitle, isAgain } from '../record/next-actions.ts';
import css from './CommandDialog.module.css';
import { useAnswerLabels } from './answer-field.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { useIncidentForm } from './incident-form.ts';

const levels = (labels: readonly string[]) =>
  labels.map((label, level) => ({ value: String(level), label: `${level} ${label}` }));
const severities = levels(severityLabels);
const likelihoods = levels(likelihoodLabels);
const levelOf = (chosen: string | null): number | null => (chosen === null ? null : Number(chosen));

function levelErrors(severity: string | null, likelihood: string | null): FormError[] {
  const message = ratingError(levelOf(severity), levelOf(likelihood));
  return message ? [{ field: severity === null ? 'severity' : 'likelihood', message }] : [];
}

/** Rates the severity of an incident and the likelihood of another, if its form asks for that. */
export function ReviewDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const { organization } = useStarted();
  const { asksRating } = useAsks(incident);
  const answerLabels = useAnswerLabels(incident);
  const again = isAgain('review', incident.state) && asksRating;
  const before = (level: number | null) => (again && level !== null ? String(level) : null);
  const form = useIncidentForm(incident, useCommand(reviewIncident), reviewRequest, {
    start: { severity: before(incident.severity), likelihood: before(incident.likelihood), comment: '', answer: '' },
    bodyOf: (fields) => ({
      severity: levelOf(fields.severity),
      likelihood: levelOf(fields.likelihood),
      comment: fields.comment.trim() || null,
      ...(answerLabels && { answer: fields.answer.trim() || null }),
    }),
    check: (fields) => (asksRating ? levelErrors(fields.severity, fields.likelihood) : []),
    done: () => `Event ${incident.number} was reviewed`,
    onClose,
  });
  const severity = useChosen(form, 'severity', 'likelihood');
  const likelihood = useChosen(form, 'likelihood', 'severity');
  const score = riskScore(levelOf(severity.value), levelOf(likelihood.value));
  return (
    <CommandDialog
      incident={incident}
      form={form}
      title={commandTitle('review', incident)}
      refused={
        again ? `The rating of event ${incident.number} was not changed` : `Event ${incident.number} was not reviewed`
      }
      confirmLabel={again ? 'Change rating' : undefined}
      text={incident.heading}
      icon={<IconEyeCheck size={20} aria-hidden />}
      onClose={onClose}
    >
      <SmallEventFiles organizationGuid={organization.guid} incident={incident} />
      {asksRating && (
        <>
          <div className={css.levels}>
            <ChoiceField
              label={eventFieldTexts.severity}
              hint="How bad it was, or could have been."
              options={severities}
              {...severity}
            />
            <ChoiceField
              label={eventFieldTexts.likelihood}
              hint="How likely it is to happen again."
              options={likelihoods}
              {...likelihood}
            />
          </div>
          <div className={css.rating} role="status">
            <b>{eventFieldTexts.risk}</b>
            {score === null ? (
              <small>severity × likelihood</small>
            ) : (
              <RiskBadge words={riskBandTexts} band={riskBand(score)} score={score} />
            )}
            {score !== null && (
              <small>
                severity {severity.value} × likelihood {likelihood.value} = {score}
              </small>
            )}
          </div>
        </>
      )}
      <TextArea label={eventFieldTexts.comment} optional {...form.typed('comment')} />
      {answerLabels && <TextArea {...answerLabels} optional {...form.typed('answer')} />}
    </CommandDialog>
  );
}
