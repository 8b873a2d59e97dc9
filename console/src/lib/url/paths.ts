/**
 * The addresses that the console itself leads to, whatever is open. Those of a feature are in its `paths.ts`. No address is
 * written by hand elsewhere: `pattern` is for the router, the builders are for everything that links somewhere.
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

/** An address with what is asked for behind it, if anything is. */
export const searched = (path: string, search?: URLSearchParams | Record<string, string>): string => {
  const text = search ? new URLSearchParams(search).toString() : '';
  return text ? `${path}?${text}` : path;
};

/** A page of a list whose state stands in its parameters, the page among them. */
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
  /** Founds another organization, for whoever has one. */
  newOrganization: () => `${pattern.orgOnboarding}/basics?new=true`,
  settings: () => pattern.settings,
  personalSettings: () => pattern.personalSettings,
  intrac: () => pattern.intrac,
};
