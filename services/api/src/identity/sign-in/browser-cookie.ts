import { createHash, randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const FORM = /^[\w-]{43}$/;

/** Cookie that proves that a browser began a process: a random value whose hash is stored with the process. */
export class BrowserCookie {
  readonly name: string;
  readonly #options: CookieSerializeOptions;

  /** @param purpose names the cookie. */
  constructor(publicUrl: string, purpose: string, maxAge: number) {
    const isSecure = new URL(publicUrl).protocol === 'https:';
    this.name = `${isSecure ? '__Host-' : ''}plimsoll-${purpose}`;
    this.#options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure, maxAge };
  }

  /** Hash of the browser's value; null without a cookie. */
  markOf(request: FastifyRequest): Buffer | null {
    const value = this.#read(request);
    return value === undefined ? null : hashOf(value);
  }

  /** Sets the cookie. @returns the hash of its value. */
  write(request: FastifyRequest, reply: FastifyReply, value = this.valueFor(request)): Buffer {
    void reply.setCookie(this.name, value, this.#options);
    return hashOf(value);
  }

  /** The browser's value, else a new one. */
  valueFor(request: FastifyRequest): string {
    return this.#read(request) ?? randomBytes(32).toString('base64url');
  }

  #read(request: FastifyRequest): string | undefined {
    const { cookie } = request.headers;
    const value = cookie === undefined ? undefined : request.server.parseCookie(cookie)[this.name];
    return value !== undefined && FORM.test(value) ? value : undefined;
  }
}

const hashOf = (value: string): Buffer => createHash('sha256').update(value).digest();
