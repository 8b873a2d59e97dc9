import { useState } from 'react';
import { eventFieldTexts, riskBandTexts } from '@plimsoll/contracts/incidents/event-texts';
import { likelihoodLabels, riskBand, riskScore, severityLabels } from '@plimsoll/contracts/incidents/vocabulary';
import { RiskBadge } from '../../../ui/Badge.tsx';
import { FieldGroup, type FieldWords } from '../../../ui/FormField.tsx';
import { SelectField } from '../../../ui/SelectField.tsx';
import css from './EventForm.module.css';

const levels = (labels: readonly string[]) => labels.map((label, level) => ({ value: String(level), label: `${level} ${label}` }));

interface RiskQuestionProps extends FieldWords {
  name: string;
  /** The score, severity times likelihood; the empty text while it is not chosen. */
  value: string;
  onChange: (score: string) => void;
}

/** Asks for a risk by its severity and its likelihood; the answer is their product. */
export function RiskQuestion({ name, value, onChange, ...words }: RiskQuestionProps) {
  const [severity, setSeverity] = useState<string | null>(null);
  const [likelihood, setLikelihood] = useState<string | null>(null);
  const choose = (nextSeverity: string | null, nextLikelihood: string | null) => {
    setSeverity(nextSeverity);
    setLikelihood(nextLikelihood);
    if (nextSeverity !== null && nextLikelihood !== null) onChange(String(riskScore(Number(nextSeverity), Number(nextLikelihood))));
    else if (value) onChange('');
  };
  return (
    <FieldGroup {...words} id={name}>
      <div className={css.pair}>
        <SelectField label={eventFieldTexts.severity} id={name} options={levels(severityLabels)} value={severity} onChange={(chosen) => choose(chosen, likelihood)} />
        <SelectField label={eventFieldTexts.likelihood} id={`${name}.likelihood`} options={levels(likelihoodLabels)} value={likelihood} onChange={(chosen) => choose(severity, chosen)} />
      </div>
      {value && (
        <p className={css.score}>
          <RiskBadge words={riskBandTexts} band={riskBand(Number(value))} score={Number(value)} />
        </p>
      )}
    </FieldGroup>
  );
}
