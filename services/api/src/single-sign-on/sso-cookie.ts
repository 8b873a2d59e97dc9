import { BrowserCookie } from '../identity/sign-in/browser-cookie.ts';

const DAY_SECONDS = 86_400;

/** Cookie that binds a sign-in to the browser that began it: a code from another browser is invalid. */
export class SsoCookie extends BrowserCookie {
  constructor(publicUrl: string) {
    super(publicUrl, 'sso', DAY_SECONDS);
  }
}
