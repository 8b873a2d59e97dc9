import { redirect, type LoaderFunctionArgs } from 'react-router';
import { loadLocations, resumeAt } from '../onboarding/unfinished.ts';

/** Goes on where the data end. */
export async function loader({ request }: LoaderFunctionArgs): Promise<never> {
  throw redirect(resumeAt(await loadLocations(request)));
}

export const Component = () => null;
