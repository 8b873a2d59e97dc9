import { IconCircleCheck } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { DAYS_TO_CHOOSE } from '@plimsoll/contracts/billing/status';
import { formatMonth } from '../../../../lib/format/time.ts';
import { useMay, useStarted } from '../../../../lib/session/startup.ts';
import { Button, ButtonLink } from '../../../../ui/inputs/Button.tsx';
import { Section } from '../../../../ui/layout/Section.tsx';
import { VisuallyHidden } from '../../../../ui/layout/VisuallyHidden.tsx';
import { billingPaths } from '../../../billing/paths.ts';
import { incidentsPaths } from '../../../incidents/paths.ts';
import { metricsPaths } from '../../paths.ts';
import { newestEndedMonth, type FirstStep, type StepName } from '../first-steps.ts';
import css from './FirstSteps.module.css';

const AddWorksiteDialog = lazy(async () => ({
  default: (await import('../../../units/public/AddWorksiteDialog.tsx')).AddWorksiteDialog,
}));
const InvitePeopleDialog = lazy(async () => ({
  default: (await import('../../../members/public/InvitePeopleDialog.tsx')).InvitePeopleDialog,
}));

/** Title of each step, and why it is worth taking. */
const labels: Readonly<Record<StepName, { title: string; why: string }>> = {
  WORKSITE: { title: 'Add a worksite', why: 'Add worksites so people can pick a place and you can filter by it.' },
  PEOPLE: { title: 'Invite people', why: 'They report events from a phone, and review and approve them.' },
  REPORT: { title: 'Report an event', why: 'Begin with the last thing that happened, or nearly happened.' },
  HOURS: { title: 'Enter hours worked', why: 'Rates appear once you enter hours worked.' },
};

interface FirstStepsProps {
  steps: readonly FirstStep[];
  onHide: () => void;
  className?: string;
}

/** Checklist of a new organization: the next step has the page's primary button. */
export function FirstSteps({ steps, onHide, className }: FirstStepsProps) {
  const { organization } = useStarted();
  const [dialog, setDialog] = useState<'WORKSITE' | 'PEOPLE' | null>(null);
  const close = () => setDialog(null);
  const next = steps.find(({ isDone }) => !isDone)?.name;
  const month = newestEndedMonth(organization.timeZone);
  const action = (name: StepName): ReactNode => {
    const variant = name === next ? 'primary' : 'secondary';
    switch (name) {
      case 'WORKSITE':
        return (
          <Button variant={variant} onClick={() => setDialog('WORKSITE')}>
            Add a worksite…
          </Button>
        );
      case 'PEOPLE':
        return (
          <Button variant={variant} onClick={() => setDialog('PEOPLE')}>
            Invite people…
          </Button>
        );
      case 'REPORT':
        return (
          <ButtonLink variant={variant} to={incidentsPaths.reportEvent()}>
            Report your first event
          </ButtonLink>
        );
      case 'HOURS':
        return (
          <ButtonLink
            variant={variant}
            to={metricsPaths.reportingMonth(month)}
            state={{ after: metricsPaths.dashboard() }}
          >
            Enter {formatMonth(month).split(' ')[0]} hours
          </ButtonLink>
        );
    }
  };
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title="First steps"
      className={className}
      action={
        <Button variant="quiet" onClick={onHide}>
          Hide these steps
        </Button>
      }
    >
      <p className={css.count}>
        {done} of {steps.length} done
      </p>
      <ol className={css.steps}>
        {steps.map(({ name, isDone }, place) => (
          <li key={name} className={css.step} aria-current={name === next ? 'step' : undefined}>
            {isDone ? (
              <IconCircleCheck className={css.done} size={28} aria-hidden />
            ) : (
              <span className={css.node} aria-hidden>
                {place + 1}
              </span>
            )}
            <div className={css.words}>
              <b>
                {labels[name].title}
                {isDone && <VisuallyHidden>, done</VisuallyHidden>}
              </b>
              {!isDone && <span className={css.why}>{labels[name].why}</span>}
            </div>
            {!isDone && <div className={css.action}>{action(name)}</div>}
          </li>
        ))}
      </ol>
      <Prices />
      <Suspense fallback={null}>
        {dialog === 'WORKSITE' && <AddWorksiteDialog onClose={close} />}
        {dialog === 'PEOPLE' && <InvitePeopleDialog onClose={close} />}
      </Suspense>
    </Section>
  );
}

/** Where prices are, for those who may choose a plan and have not yet. */
function Prices() {
  const { subscriptionStatus } = useStarted().organization.billingStatus;
  const mayChoose = useMay('VIEW_AND_MANAGE_BILLING_SUBSCRIPTION');
  if (!mayChoose || subscriptionStatus !== 'CHOOSE_PRODUCT') return null;
  return (
    <p className={css.prices}>
      No plan is needed for the first {DAYS_TO_CHOOSE} days.{' '}
      <Link to={billingPaths.choosePlan()}>See plans and prices</Link>
    </p>
  );
}
