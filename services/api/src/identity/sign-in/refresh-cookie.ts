import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TWO_WEEKS_SECONDS = 14 * 86_400;

/** Cookie with the refresh token. It follows the public URL: over plain http it has neither prefix nor Secure. */
export class RefreshCookie {
  readonly name: string;
  readonly isSecure: boolean;
  readonly #options: CookieSerializeOptions;

  constructor(publicUrl: string) {
    this.isSecure = new URL(publicUrl).protocol === 'https:';
    this.name = this.isSecure ? '__Host-plimsoll-refresh' : 'plimsoll-refresh';
    this.#options = { httpOnly: true, sameSite: 'lax', path: '/', secure: this.isSecure };
  }

  read(request: FastifyRequest): string | undefined {
    const { cookie } = request.headers;
    return cookie === undefined ? undefined : request.server.parseCookie(cookie)[this.name];
  }

  write(reply: FastifyReply, refreshToken: string): void {
    void reply.setCookie(this.name, refreshToken, { ...this.#options, maxAge: TWO_WEEKS_SECONDS });
  }

  clear(reply: FastifyReply): void {
    void reply.clearCookie(this.name, this.#options);
  }
}
