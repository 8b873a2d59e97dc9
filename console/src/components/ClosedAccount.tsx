import { paths } from '../lib/url/paths.ts';
import { ForbiddenState } from '../ui/feedback/States.tsx';

/** Shown instead of the account to a session that began at an organization's own sign-in. */
export const ClosedAccount = () => (
  <ForbiddenState
    text="You signed in through your organization. To see your account, sign out and sign in with your own password."
    to={paths.signOut()}
    goLabel="Sign out"
  />
);
