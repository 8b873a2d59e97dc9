import { IconEyeCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { likelihoodLabels, riskBand, riskScore, severityLabels } from '@plimsoll/contracts/incidents/vocabulary';
import { RiskBadge } from '../../../ui/Badge.tsx';
import { ChoiceField } from '../../../ui/ChoiceField.tsx';
import type { FormFault } from '../../../ui/ErrorSummary.tsx';
import { TextArea } from '../../../ui/TextField.tsx';
import css from './CommandDialog.module.css';
import { CommandDialog } from './CommandDialog.tsx';
import { useCommandForm } from './use-command-form.ts';

const levels = (labels: readonly string[]) => labels.map((label, level) => ({ value: String(level), label: `${level} ${label}` }));
const severities = levels(severityLabels);
const likelihoods = levels(likelihoodLabels);
const levelOf = (chosen: string | null): number | null => (chosen === null ? null : Number(chosen));

/** The specification's words, by which of the two is missing. */
export function levelFaults(severity: string | null, likelihood: string | null): FormFault[] {
  if (severity === null && likelihood === null) return [{ field: 'severity', message: 'Please choose the level of severity and the level of likelihood.' }];
  if (severity === null) return [{ field: 'severity', message: 'Please choose the level of severity' }];
  return likelihood === null ? [{ field: 'likelihood', message: 'Please choose the level of likelihood' }] : [];
}

/** Rates how bad it was and how likely it is to happen again. */
export function ReviewDialog({ incident, onClose }: { incident: IncidentDetail; onClose: () => void }) {
  const again = incident.state === 'REVIEWED';
  const before = (level: number | null) => (again && level !== null ? String(level) : null);
  const [severity, setSeverity] = useState(before(incident.severity));
  const [likelihood, setLikelihood] = useState(before(incident.likelihood));
  const [comment, setComment] = useState('');
  const score = riskScore(levelOf(severity), levelOf(likelihood));
  const form = useCommandForm({
    incident,
    faults: levelFaults(severity, likelihood),
    body: () => ({ command: 'review', body: { severity: Number(severity), likelihood: Number(likelihood), comment: comment.trim() || null } }),
    doneWords: `Event ${incident.number} was reviewed`,
    onDone: onClose,
  });
  return (
    <CommandDialog
      incident={incident}
      form={form}
      title={again ? `Rate event ${incident.number} again` : `Review event ${incident.number}`}
      confirmLabel={again ? `Rate event ${incident.number}` : undefined}
      text={incident.heading}
      icon={<IconEyeCheck size={20} aria-hidden />}
      onClose={onClose}
    >
      <div className={css.levels}>
        <ChoiceField name="severity" label="Severity" hint="How bad it was, or could have been." options={severities} value={severity} onChange={setSeverity} error={form.errorOf('severity')} />
        <ChoiceField name="likelihood" label="Likelihood" hint="How likely it is to happen again." options={likelihoods} value={likelihood} onChange={setLikelihood} error={form.errorOf('likelihood')} />
      </div>
      <div className={css.rating} role="status">
        <b>Risk</b>
        {score === null ? <small>severity × likelihood</small> : <RiskBadge band={riskBand(score)} score={score} />}
        {score !== null && (
          <small>
            severity {severity} × likelihood {likelihood} = {score}
          </small>
        )}
      </div>
      <TextArea name="comment" label="Comment" optional value={comment} onChange={({ target }) => setComment(target.value)} error={form.errorOf('comment')} />
    </CommandDialog>
  );
}
