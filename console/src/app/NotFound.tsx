import { paths } from '../lib/url/paths.ts';
import { ButtonLink } from '../ui/inputs/Button.tsx';
import { NotFoundState } from '../ui/feedback/States.tsx';

/** Page for unknown URLs. */
export function Component() {
  return <NotFoundState action={<ButtonLink to={paths.home()}>Go to dashboard</ButtonLink>} />;
}
