/**
 * Whether a request comes from our own pages. A browser sets Origin and Host itself, so that equal ones cannot be
 * brought about by another site; the public address counts as well, for a proxy that changes Host.
 */
export function isSameOrigin(headers: { readonly origin?: string | undefined; readonly host?: string | undefined }, publicUrl: string): boolean {
  const origin = URL.parse(headers.origin ?? '');
  if (!origin) return false;
  return origin.origin === new URL(publicUrl).origin || origin.host === headers.host;
}
