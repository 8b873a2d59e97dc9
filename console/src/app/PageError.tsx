import { Outlet, useRevalidator, useRouteError } from 'react-router';
import { paths } from '../lib/url/paths.ts';
import { ApiProblem } from '../lib/api/problem.ts';
import { StartupFailure } from '../lib/session/startup.ts';
import { ButtonLink } from '../ui/inputs/Button.tsx';
import { FailedState, ForbiddenState, NotFoundState } from '../ui/feedback/States.tsx';
import { StartupError } from './FullPageError.tsx';
import { UnexpectedError } from './UnexpectedError.tsx';

export function Component() {
  return <Outlet />;
}

/** Error page inside the shell; the top bar stays usable. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { revalidate } = useRevalidator();
  if (error instanceof StartupFailure) return <StartupError {...error} />;
  if (!(error instanceof ApiProblem)) return <UnexpectedError error={error} />;
  if (error.status === 403) return <ForbiddenState page text={error.message} to={paths.home()} />;
  if (error.status === 404)
    return <NotFoundState title={error.message} action={<ButtonLink to={paths.home()}>Go to dashboard</ButtonLink>} />;
  return <FailedState page text={error.message} onRetry={() => void revalidate()} />;
}
