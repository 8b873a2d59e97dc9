import { BrowserCookie } from '../sign-in/browser-cookie.ts';

const MONTH_SECONDS = 30 * 86_400;

/** Cookie that identifies the browser of a sign-up. */
export class SignUpCookie extends BrowserCookie {
  constructor(publicUrl: string) {
    super(publicUrl, 'sign-up', MONTH_SECONDS);
  }
}
