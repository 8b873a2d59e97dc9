import { createHash, randomBytes } from 'node:crypto';
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const FORM = /^[\w-]{43}$/;

/** A cookie by which a browser shows that it is the one that began something: a random value, of which what was begun keeps the hash. */
export class BrowserCookie {
  readonly name: string;
  readonly #options: CookieSerializeOptions;

  /** @param purpose names the cookie. */
  constructor(publicUrl: string, purpose: string, maxAge: number) {
    const isSecure = new URL(publicUrl).protocol === 'https:';
    this.name = `${isSecure ? '__Host-' : ''}plimsoll-${purpose}`;
    this.#options = { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure, maxAge };
  }

  /** By which what was begun knows its browser; null when nothing was begun here. */
  markOf(request: FastifyRequest): Buffer | null {
    const value = this.#read(request);
    return value === undefined ? null : hashOf(value);
  }

  /** Keeps in the browser that it began something. @returns its mark. */
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
