import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { riskBandTexts } from '@plimsoll/contracts/incidents/event-texts';
import { RiskBadge } from '../../../ui/feedback/Badge.tsx';
import { formatRating } from '../labels.ts';
import css from './EventProse.module.css';

interface RatingProps {
  incident: Pick<IncidentDetail, 'riskBand' | 'riskScore' | 'severity' | 'likelihood'>;
  /** Added to its words. */
  remark?: string | false;
}

/** The risk of an incident, and the severity and likelihood that it follows from. */
export function Rating({ incident: { riskBand, riskScore, severity, likelihood }, remark }: RatingProps) {
  return (
    <>
      <RiskBadge words={riskBandTexts} band={riskBand} score={riskScore} severity={severity} likelihood={likelihood} />
      {severity !== null && likelihood !== null && (
        <span className={css.aside}>
          {formatRating(severity, likelihood)}
          {remark && `, ${remark}`}
        </span>
      )}
    </>
  );
}
