import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import { fastify } from 'fastify';
import { nowhere, type AdmittedOrigins } from './foreign-scripts.ts';

/**
 * Content-Security-Policy of pages: own content, plus origins that an operator allows. Inline styles are allowed
 * because the components set CSS variables with them.
 */
const ofPages = ({ scripts, pictures, talks, frames }: AdmittedOrigins) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...scripts],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...pictures],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...talks],
    ...(frames.length > 0 && { frameSrc: [...frames] }),
    manifestSrc: ["'self'"],
    workerSrc: ["'self'"],
    formAction: ["'self'"],
    baseUri: ["'none'"],
    frameAncestors: ["'none'"],
    objectSrc: ["'none'"],
  },
});

/** Content-Security-Policy of data, which displays and runs nothing; headers for documents only are omitted. */
const ofData = { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } };

/**
 * Headers that helmet sets on every page and on every API answer. They are constant, so helmet runs once, not on every
 * request.
 * @param admitted third-party origins that pages may load from.
 */
export async function securityHeaders({
  isSecure,
  admitted = nowhere,
}: {
  isSecure: boolean;
  admitted?: AdmittedOrigins;
}): Promise<{ readonly pages: Headers; readonly data: Headers }> {
  const always = {
    strictTransportSecurity: isSecure && { maxAge: 31_536_000, includeSubDomains: true },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' as const },
  };
  const documentsOnly = {
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  };
  return {
    pages: await headersOf({ ...always, contentSecurityPolicy: ofPages(admitted) }),
    data: await headersOf({ ...always, ...documentsOnly, contentSecurityPolicy: ofData }),
  };
}

type Headers = Readonly<Record<string, string>>;

async function headersOf(options: FastifyHelmetOptions): Promise<Headers> {
  const server = fastify();
  await server.register(helmet, options);
  server.get('/', () => '');
  const { headers } = await server.inject('/');
  await server.close();
  const own = new Set(['content-type', 'content-length', 'date', 'connection']);
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !own.has(name))
      .map(([name, value]) => [name, String(value)]),
  );
}
