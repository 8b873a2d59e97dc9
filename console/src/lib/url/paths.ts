/**
 * Addresses that the console itself links to, independent of features, whose addresses are in their `paths.ts`. No
 * address is written by hand elsewhere: `pattern` is for the router, the builders are for links.
 */
export const pattern = {
  root: '/',
  home: '/home',
  signIn: '/signin',
  signInPassword: '/signin-password',
  signUp: '/signup',
  signOut: '/signout',
  chooseOrganization: '/choose-organization',
  welcome: '/welcome',
  orgOnboarding: '/org-onboarding',
  reportEvent: '/events/add',
  outbox: '/events/outbox',
  settings: '/settings',
  personalSettings: '/settings/personal',
  intrac: '/intrac',
  auditor: '/auditor',
} as const;

/** An address with a query string, if there is any. */
export const searched = (path: string, search?: URLSearchParams | Record<string, string>): string => {
  const text = search ? new URLSearchParams(search).toString() : '';
  return text ? `${path}?${text}` : path;
};

/** Builds addresses of a list whose whole state, including the page, is in its parameters. */
export const paged =
  (path: string) =>
  (page = 1, search?: URLSearchParams | Record<string, string>) => {
    const parameters = new URLSearchParams(search);
    if (page > 1) parameters.set('page', String(page));
    else parameters.delete('page');
    return searched(path, parameters);
  };

export const paths = {
  root: () => pattern.root,
  home: () => pattern.home,
  signIn: (next?: string) => searched(pattern.signIn, next ? { next } : undefined),
  signUp: (search?: URLSearchParams) => searched(pattern.signUp, search),
  signOut: () => pattern.signOut,
  chooseOrganization: () => pattern.chooseOrganization,
  /** Founds another organization, for a user who already has one. */
  newOrganization: () => `${pattern.orgOnboarding}/basics?new=true`,
  settings: () => pattern.settings,
  personalSettings: () => pattern.personalSettings,
  intrac: () => pattern.intrac,
};
