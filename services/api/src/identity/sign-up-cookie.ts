import { createHash, randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const MONTH_SECONDS = 30 * 86_400;
const FORM = /^[\w-]{43}$/;

/** The cookie by which a browser shows that it is the one that signed up: a random value, of which the sign-up keeps the hash. */
export class SignUpCookie {
  readonly name: string;
  readonly #options: CookieSerializeOptions;

  constructor(publicUrl: string) {
    const isSecure = new URL(publicUrl).protocol === 'https:';
    this.name = isSecure ? '__Host-plimsoll-sign-up' : 'plimsoll-sign-up';
    this.#options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure, maxAge: MONTH_SECONDS };
  }

  /** By which a sign-up knows its browser; null when none has signed up here. */
  markOf(request: FastifyRequest): Buffer | null {
    const value = this.#read(request);
    return value === undefined ? null : hashOf(value);
  }

  /** Keeps in the browser that it signed up. @returns its mark. */
  write(request: FastifyRequest, reply: FastifyReply): Buffer {
    const value = this.#read(request) ?? randomBytes(32).toString('base64url');
    void reply.setCookie(this.name, value, this.#options);
    return hashOf(value);
  }

  #read(request: FastifyRequest): string | undefined {
    const { cookie } = request.headers;
    const value = cookie === undefined ? undefined : request.server.parseCookie(cookie)[this.name];
    return value !== undefined && FORM.test(value) ? value : undefined;
  }
}

const hashOf = (value: string): Buffer => createHash('sha256').update(value).digest();
