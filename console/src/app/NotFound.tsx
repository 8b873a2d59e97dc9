import { paths } from '../lib/paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { NotFoundState } from '../ui/States.tsx';

/** There is nothing at this address. */
export function Component() {
  return <NotFoundState action={<ButtonLink to={paths.home()}>Go to dashboard</ButtonLink>} />;
}
