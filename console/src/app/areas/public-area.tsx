import type { RouteObject } from 'react-router';
import { pattern } from '../../lib/paths.ts';
import { publicPattern } from '../../lib/public-paths.ts';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf({
  ...(import.meta.glob('../../features/identity/*.route.tsx') as Screens),
  ...(import.meta.glob('../../features/mail/*.route.tsx') as Screens),
});

/** What opens without a session, but for signing in. */
export const routes: RouteObject[] = [
  screen(pattern.signUp, 'identity/sign-up'),
  screen(publicPattern.signUpIn, 'identity/sign-up'),
  screen(publicPattern.signUpWith, 'identity/sign-up'),
  screen(publicPattern.checkMail, 'identity/check-mail'),
  screen(publicPattern.signInCallback, 'identity/sso-callback'),
  screen(publicPattern.refusedByProvider, 'identity/sso-refused'),
  screen(publicPattern.verifyEmail, 'identity/verify-email'),
  screen(publicPattern.forgotPassword, 'identity/forgot-password'),
  screen(publicPattern.resetPassword, 'identity/reset-password'),
  screen(publicPattern.privacy, 'identity/privacy'),
  screen(publicPattern.terms, 'identity/terms'),
  screen(publicPattern.mailbox, 'mail/mailbox'),
  screen(publicPattern.unsubscribe, 'identity/unsubscribe'),
];
