import { BrowserCookie } from '../identity/sign-in/browser-cookie.ts';

const DAY_SECONDS = 86_400;

/** By which a browser shows that it is the one that went to the identity provider: what another one got there is no use. */
export class SsoCookie extends BrowserCookie {
  constructor(publicUrl: string) {
    super(publicUrl, 'sso', DAY_SECONDS);
  }
}
