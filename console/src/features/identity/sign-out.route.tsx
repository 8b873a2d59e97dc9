import { redirect } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query-client.ts';
import { signOut } from '../../lib/session.ts';

/** Ends the session and forgets everything that was loaded for it. */
export async function loader() {
  await signOut();
  queryClient.clear();
  throw redirect(paths.signIn());
}

export function Component() {
  return null;
}
