import type { Settings } from '../settings.ts';

const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Whether a request comes from our own pages. A browser sets Origin and Host itself, so that equal ones cannot be
 * brought about by another site; the public address counts as well, for a proxy that changes Host, and outside of
 * production any page of this machine, for the development server.
 */
export function isSameOrigin(headers: { readonly origin?: string | undefined; readonly host?: string | undefined }, { publicUrl, production }: Pick<Settings, 'publicUrl' | 'production'>): boolean {
  const origin = URL.parse(headers.origin ?? '');
  if (!origin) return false;
  return origin.origin === new URL(publicUrl).origin || origin.host === headers.host || (!production && LOOPBACK.test(origin.hostname));
}
