import { BrowserCookie } from '../sign-in/browser-cookie.ts';

const MONTH_SECONDS = 30 * 86_400;

/** By which a browser shows that it is the one that signed up. */
export class SignUpCookie extends BrowserCookie {
  constructor(publicUrl: string) {
    super(publicUrl, 'sign-up', MONTH_SECONDS);
  }
}
