import { Outlet, useRevalidator, useRouteError } from 'react-router';
import { paths } from '../lib/url/paths.ts';
import { ApiProblem } from '../lib/api/problem.ts';
import { StartupFailure } from '../lib/session/startup.ts';
import { ButtonLink } from '../ui/inputs/Button.tsx';
import { FailedState, ForbiddenState, NotFoundState } from '../ui/feedback/States.tsx';
import { StartupFault } from './FullPageFault.tsx';
import { UnexpectedError } from './UnexpectedError.tsx';

export function Component() {
  return <Outlet />;
}

/** A page that could not be shown; the bar stays, so that one can go on. */
export function ErrorBoundary() {
  const fault = useRouteError();
  const { revalidate } = useRevalidator();
  if (fault instanceof StartupFailure) return <StartupFault {...fault} />;
  if (!(fault instanceof ApiProblem)) return <UnexpectedError fault={fault} />;
  if (fault.status === 403) return <ForbiddenState page text={fault.message} to={paths.home()} />;
  if (fault.status === 404)
    return <NotFoundState title={fault.message} action={<ButtonLink to={paths.home()}>Go to dashboard</ButtonLink>} />;
  return <FailedState page text={fault.message} onRetry={() => void revalidate()} />;
}
