import { lazy, Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Button } from '../../../ui/inputs/Button.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { useOnline } from '../../../ui/layout/useOnline.ts';
import css from './EventForm.module.css';
import type { EventFields, Situation } from './fields/event-fields.ts';
import type { Reviewer } from './fields/reviewers.ts';
import { useAsksAtOnce, useWhoIsAsked } from './who-is-asked.ts';

/** Loaded if someone chooses a reviewer. */
const ReviewerField = lazy(async () => ({ default: (await import('./fields/ReviewerField.tsx')).ReviewerField }));

interface NextReviewerProps {
  situation: Situation;
  /** Whom can be asked; undefined while loading. */
  reviewers: readonly Reviewer[] | undefined;
  /** Whether the reporter chooses who is asked, instead of leaving it to the call list. */
  isChoosing: boolean;
  /** Omitted in a preview, where no one can be chosen. */
  onChoose?: () => void;
  isQuick?: boolean;
}

/**
 * Who reviews the report: the person that it goes to of itself, and a way to choose someone else. If the organization
 * asks no one at once, only the choice, which quick reports do without.
 */
export function NextReviewer({ situation, reviewers, isChoosing, onChoose, isQuick = false }: NextReviewerProps) {
  const { control } = useFormContext<EventFields>();
  const [worksite, reportingGroupGuid, onBehalfOfUserGuid] = useWatch({
    control,
    name: ['worksite', 'reportingGroupGuid', 'onBehalfOfUserGuid'],
  });
  const isAtOnce = useAsksAtOnce(situation);
  const isOnline = useOnline();
  const [isOpened, setOpened] = useState(false);
  const asked = useWhoIsAsked(situation, { worksite, reportingGroupGuid, onBehalfOfUserGuid }, !onChoose);
  const isShown = isAtOnce ? isChoosing || asked !== null : !isQuick && situation.form.eventWorkflow !== 'NONE';
  if (!isShown) return null;

  const line = isAtOnce ? (
    <p className={css.goesTo} aria-live="polite">
      {asked === 'FIRST_ON_LIST'
        ? 'Goes to the first person on the call list.'
        : asked && `Goes to ${asked.name}, ${asked.reason}.`}
    </p>
  ) : null;
  const content =
    isAtOnce && !isChoosing ? (
      <div>
        {line}
        {onChoose && isOnline && (
          <Button
            size="s"
            onClick={() => {
              setOpened(true);
              onChoose();
            }}
          >
            Choose someone else
          </Button>
        )}
      </div>
    ) : (
      <Suspense fallback={line}>
        <ReviewerField reviewers={reviewers} proposed={isAtOnce ? asked : null} fallback={line} takesFocus={isOpened} />
      </Suspense>
    );
  if (isQuick) return content;
  return (
    <Section title="What happens next">
      <div className={css.fields}>{content}</div>
    </Section>
  );
}
