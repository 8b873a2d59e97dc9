import type { RouteObject } from 'react-router';
import { pattern } from '../../lib/url/paths.ts';
import { publicPattern } from '../../features/identity/paths.ts';
import { screensOf, type Screens } from './screen.ts';

const screen = screensOf(
  import.meta.glob([
    '../../features/identity/pages/{check-mail,forgot-password,privacy,reset-password,sign-up,terms,verify-email}.route.tsx',
    '../../features/mail/pages/*.route.tsx',
    '../../features/notifications/pages/unsubscribe.route.tsx',
    '../../features/single-sign-on/pages/{sso-callback,sso-refused}.route.tsx',
  ]) as Screens,
);

/** What opens without a session, but for signing in. */
export const routes: RouteObject[] = [
  screen(pattern.signUp, 'identity/sign-up'),
  screen(publicPattern.signUpIn, 'identity/sign-up'),
  screen(publicPattern.signUpWith, 'identity/sign-up'),
  screen(publicPattern.checkMail, 'identity/check-mail'),
  screen(publicPattern.signInCallback, 'single-sign-on/sso-callback'),
  screen(publicPattern.refusedByProvider, 'single-sign-on/sso-refused'),
  screen(publicPattern.verifyEmail, 'identity/verify-email'),
  screen(publicPattern.forgotPassword, 'identity/forgot-password'),
  screen(publicPattern.resetPassword, 'identity/reset-password'),
  screen(publicPattern.privacy, 'identity/privacy'),
  screen(publicPattern.terms, 'identity/terms'),
  screen(publicPattern.mailbox, 'mail/mailbox'),
  screen(publicPattern.unsubscribe, 'notifications/unsubscribe'),
];
