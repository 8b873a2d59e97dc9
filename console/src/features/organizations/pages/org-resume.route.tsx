import { redirect, type LoaderFunctionArgs } from 'react-router';
import { loadLocations, resumeAt } from '../onboarding/unfinished.ts';

/** Redirects to the step where setting up continues. */
export async function loader({ request }: LoaderFunctionArgs): Promise<never> {
  throw redirect(resumeAt(await loadLocations(request)));
}

export const Component = () => null;
