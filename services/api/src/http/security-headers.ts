import helmet from '@fastify/helmet';
import { fastify } from 'fastify';

/** Everything that the console loads is its own; styles may be inline, since the components set CSS variables so. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
  },
};

/**
 * The headers that helmet gives every answer. They are the same for all of them, so helmet is asked once, and not for
 * every request.
 */
export async function securityHeaders({ isSecure }: { isSecure: boolean }): Promise<Readonly<Record<string, string>>> {
  const asked = fastify();
  await asked.register(helmet, {
    contentSecurityPolicy,
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  asked.get('/', () => '');
  const { headers } = await asked.inject('/');
  await asked.close();
  const own = new Set(['content-type', 'content-length', 'date', 'connection']);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !own.has(name)).map(([name, value]) => [name, String(value)]));
}
