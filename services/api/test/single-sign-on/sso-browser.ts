import type { Answer, TestApplication } from '../test-application.ts';
import { readRequest, type SentRequest } from './sent-request.ts';

/**
 * A browser that visits a provider and returns, as far as the product sees it: it stores cookies, and sends none with a
 * cross-site form.
 */
export class SsoBrowser {
  readonly #app: TestApplication;
  readonly #cookies = new Map<string, string>();

  constructor(app: TestApplication) {
    this.#app = app;
  }

  /** Sends what the product's own pages send. */
  async call(
    method: string,
    path: string,
    { token, body, headers }: { token?: string; body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Answer> {
    const answer = await this.#app.call(method, path, { token, body, headers: { cookie: this.#sent(), ...headers } });
    this.#keep(answer.headers);
    return answer;
  }

  /** Begins the single sign-on of an organization. */
  async begin(organizationGuid: string, redirectUrl?: string): Promise<SentRequest> {
    const answer = await fetch(
      `${this.#app.url}/api/saml/${organizationGuid}/sign-in${redirectUrl ? `?redirectUrl=${encodeURIComponent(redirectUrl)}` : ''}`,
      { redirect: 'manual', headers: { cookie: this.#sent() } },
    );
    if (answer.status !== 303) throw new Error(`${answer.status} ${await answer.text()}`);
    this.#keep(answer.headers);
    return readRequest(answer.headers.get('location')!);
  }

  /** Posts the provider's form: cross-site, so without cookies. */
  async post(
    organizationGuid: string,
    xml: string,
    fields: Record<string, string> = { SAMLResponse: Buffer.from(xml).toString('base64') },
  ): Promise<{ status: number; className: string | undefined; code: string | undefined }> {
    const answer = await this.submit(organizationGuid, fields);
    const text = await answer.text();
    return {
      status: answer.status,
      className: text.startsWith('{') ? (JSON.parse(text) as { className: string }).className : undefined,
      code: answer.headers.get('location')?.split('#')[1],
    };
  }

  /** Submits the provider's form. @param accept what the client shows: a browser shows pages. */
  submit(organizationGuid: string, fields: Record<string, string>, accept = '*/*'): Promise<Response> {
    return fetch(`${this.#app.url}/api/saml/${organizationGuid}/acs`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://identity.example', accept },
      body: new URLSearchParams(fields).toString(),
    });
  }

  end(code: string): Promise<Answer> {
    return this.call('POST', '/auth/sso', { body: { code } });
  }

  #sent(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  #keep(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      this.#cookies.set(name!, value!);
    }
  }
}
