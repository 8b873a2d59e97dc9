import { lazy, Suspense } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { answerTexts, reviewRecordOf, reviewTexts } from '@plimsoll/contracts/incidents/review-record';
import { nameFirst } from '@plimsoll/contracts/members/member-texts';
import { formatInstant } from '../../../lib/format/time.ts';
import { KeyValues, type KeyValue } from '../../../ui/data/KeyValues.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import css from './EventProse.module.css';
import { Rating } from './Rating.tsx';

/** Loaded on demand, because few signatures are drawn. */
const Signed = lazy(async () => ({ default: (await import('./Signed.tsx')).Signed }));

type Step = IncidentDetail['steps'][number];

/** The rating of an incident, the decision on it, and who signed it when; nothing before its first review. */
export function ReviewRecord({ incident }: { incident: IncidentDetail }) {
  const record = reviewRecordOf(incident);
  if (!record) return null;
  const { review, decision, isUndecided } = record;
  const { timeZone } = incident;
  const day = ({ at }: Step) => formatInstant(at, timeZone);
  const items: KeyValue[] = [
    // Null when the form asks for no rating.
    ...(incident.severity === null ? [] : [{ term: reviewTexts.rating, value: <Rating incident={incident} /> }]),
    ...(review
      ? [
          { term: reviewTexts.reviewed, value: nameFirst(review.by.name) },
          { term: reviewTexts.reviewDate, value: day(review) },
        ]
      : []),
    ...(decision
      ? [
          { term: reviewTexts.decision, value: decision.text },
          { term: reviewTexts.decidedBy, value: nameFirst(decision.by.name) },
          { term: reviewTexts.decisionDate, value: day(decision) },
        ]
      : isUndecided
        ? [{ term: reviewTexts.decision, value: reviewTexts.notDecided }]
        : []),
    ...(decision?.type === 'IncidentApproved'
      ? [{ term: reviewTexts.signature, value: <Signature of={decision} /> }]
      : []),
  ];
  return (
    <Section title={reviewTexts.title}>
      <KeyValues items={items} />
      <Comment title={reviewTexts.reviewComment} of={review} />
      <Comment title={reviewTexts.decisionComment} of={decision} />
      <Answer of={incident} />
    </Section>
  );
}

function Signature({ of: { signature } }: { of: Step }) {
  if (!signature) return reviewTexts.notSigned;
  return (
    <>
      {signature.name}
      {signature.drawing && (
        <Suspense>
          <Signed signature={signature} />
        </Suspense>
      )}
    </>
  );
}

/** The sentence to the reporter, with who wrote it and when. */
function Answer({ of: { answer, timeZone } }: { of: IncidentDetail }) {
  if (!answer) return null;
  return (
    <div className={css.sub}>
      <h3>{answerTexts.title}</h3>
      <p className={css.prose}>{answer.text}</p>
      <p className={css.muted}>
        {nameFirst(answer.by.name)}, {formatInstant(answer.at, timeZone)}
      </p>
    </div>
  );
}

function Comment({ title, of: step }: { title: string; of: Step | null }) {
  if (!step?.comment) return null;
  return (
    <div className={css.sub}>
      <h3>{title}</h3>
      <p className={css.prose}>{step.comment}</p>
    </div>
  );
}
