import { useState } from 'react';
import type { RiskAnswer } from '@plimsoll/contracts/forms/answer-value';
import { eventFieldTexts, riskBandTexts } from '@plimsoll/contracts/incidents/event-texts';
import { likelihoodLabels, riskBand, riskScore, severityLabels } from '@plimsoll/contracts/incidents/vocabulary';
import { RiskBadge } from '../../../../ui/feedback/Badge.tsx';
import { FieldGroup, type FieldLabels } from '../../../../ui/inputs/FormField.tsx';
import { SelectField } from '../../../../ui/inputs/SelectField.tsx';
import css from '../EventForm.module.css';

const levels = (labels: readonly string[]) =>
  labels.map((label, level) => ({ value: String(level), label: `${level} ${label}` }));

interface RiskQuestionProps extends FieldLabels {
  name: string;
  /** Null if nothing is chosen. */
  value: RiskAnswer | null;
  onChange: (risk: RiskAnswer | null) => void;
}

/** Question for a risk: severity and likelihood, with the resulting score. */
export function RiskQuestion({ name, value, onChange, ...words }: RiskQuestionProps) {
  const [severity, setSeverity] = useState<string | null>(value && String(value.severity));
  const [likelihood, setLikelihood] = useState<string | null>(value && String(value.likelihood));
  const choose = (nextSeverity: string | null, nextLikelihood: string | null) => {
    setSeverity(nextSeverity);
    setLikelihood(nextLikelihood);
    if (nextSeverity !== null && nextLikelihood !== null)
      onChange({ severity: Number(nextSeverity), likelihood: Number(nextLikelihood) });
    else if (value) onChange(null);
  };
  return (
    <FieldGroup {...words} id={name}>
      <div className={css.pair}>
        <SelectField
          label={eventFieldTexts.severity}
          id={name}
          options={levels(severityLabels)}
          value={severity}
          onChange={(chosen) => choose(chosen, likelihood)}
        />
        <SelectField
          label={eventFieldTexts.likelihood}
          id={`${name}.likelihood`}
          options={levels(likelihoodLabels)}
          value={likelihood}
          onChange={(chosen) => choose(severity, chosen)}
        />
      </div>
      {value && (
        <p className={css.score}>
          <RiskBadge
            words={riskBandTexts}
            band={riskBand(riskScore(value.severity, value.likelihood))}
            score={riskScore(value.severity, value.likelihood)}
          />
        </p>
      )}
    </FieldGroup>
  );
}
