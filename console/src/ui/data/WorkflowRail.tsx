import type { ReactNode } from 'react';
import { Avatar } from '../feedback/Badge.tsx';
import { Mark } from '../layout/Mark.tsx';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';
import css from './WorkflowRail.module.css';

export interface RailStep {
  key: string;
  label: string;
  state: 'done' | 'now' | 'next';
  /** Who completed it and when: "Daniel Okafor, 18 Nov, 15:57". */
  by?: ReactNode;
  /** The current holder, at the current step. `words` is "With you" or "With Daniel Okafor". */
  holder?: { name: string; words: string; since: string };
}

interface WorkflowRailProps {
  title?: string;
  steps: readonly RailStep[];
  /** The primary next action: "Approve event 1048…". */
  primary?: ReactNode;
  secondary?: ReactNode;
  /** One line on the consequence of the action. */
  consequence?: ReactNode;
}

const done = (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r="9" fill="var(--success)" />
    <path d="M6 10.4l2.7 2.7L14.2 7.4" fill="none" stroke="var(--surface)" strokeWidth="2" />
  </svg>
);

const next = (
  <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
    <circle cx="10" cy="10" r="8" fill="none" stroke="var(--line-strong)" strokeWidth="2" />
  </svg>
);

const spoken = { done: 'done', now: 'now', next: 'to come' };

/**
 * The workflow progress of a record: completed steps in green, the current one with the mark, future ones hollow; then
 * the next action.
 */
export function WorkflowRail({ title = 'Where it stands', steps, primary, secondary, consequence }: WorkflowRailProps) {
  return (
    <section className={css.rail} aria-label={title}>
      <h2>{title}</h2>
      <ol className={css.steps}>
        {steps.map(({ key, label, state, by, holder }) => (
          <li key={key} className={css[state]} aria-current={state === 'now' ? 'step' : undefined}>
            <span className={css.node}>{state === 'done' ? done : state === 'now' ? <Mark height={24} /> : next}</span>
            <div>
              <b>
                {label}
                <VisuallyHidden>, {spoken[state]}</VisuallyHidden>
              </b>
              {by && <span className={css.by}>{by}</span>}
              {holder && (
                <div className={css.holder}>
                  <Avatar name={holder.name} strong />
                  <div>
                    <b>{holder.words}</b>
                    <span className={css.by}>{holder.since}</span>
                  </div>
                </div>
              )}
            </div>
          </li>
        ))}
      </ol>
      {(primary || secondary) && (
        <div className={css.actions}>
          {primary}
          {secondary && <div className={css.secondary}>{secondary}</div>}
        </div>
      )}
      {consequence && <p className={css.consequence}>{consequence}</p>}
    </section>
  );
}
