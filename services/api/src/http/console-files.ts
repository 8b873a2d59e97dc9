import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CACHE_FOR_EVER } from './cache-for-ever.ts';
import { originsOf, withForeignScripts, type ForeignScripts } from './foreign-scripts.ts';

const HASHED = /[/\\]assets[/\\]/;

/**
 * Sends the console's page, if the request asks for one; returns whether it did. @param refusedWith status of a refusal
 * to show in the browser.
 */
export type ConsolePage = (request: FastifyRequest, reply: FastifyReply, refusedWith?: number) => boolean;

/**
 * Serves the built console: files with a hash in their name are cached for a year, all others revalidated. Serves
 * nothing without a build. @param scripts third-party scripts that its page loads.
 */
export async function serveConsole(
  fastify: FastifyInstance,
  folder: string | undefined,
  scripts: ForeignScripts = {},
): Promise<ConsolePage> {
  if (!folder || !existsSync(join(folder, 'index.html'))) return () => false;
  const page =
    originsOf(scripts).length > 0
      ? withForeignScripts(readFileSync(join(folder, 'index.html'), 'utf8'), scripts)
      : undefined;
  await fastify.register(fastifyStatic, {
    root: folder,
    ...(page !== undefined && { index: false as const }),
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => void reply.header('cache-control', HASHED.test(path) ? CACHE_FOR_EVER : 'no-cache'),
  });
  return (request, reply, refusedWith) => {
    if (refusedWith === undefined ? !isPage(request) : !wantsPage(request)) return false;
    const status = refusedWith ?? 200;
    if (page === undefined) void reply.status(status).sendFile('index.html');
    else
      void reply
        .status(status)
        .headers({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
        .send(page);
    return true;
  };
}

/** Whether an address belongs to the console's router: neither to the API nor to a file. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0]!;
  const isAsset = path.startsWith('/assets/') || /\.[a-z0-9]{2,5}$/i.test(path);
  return (
    (method === 'GET' || method === 'HEAD') &&
    path.startsWith('/') &&
    !/^\/(api|health)(\/|$)/.test(path) &&
    !isAsset &&
    (headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null
  );
}

/** Whether a browser opens an address of the API as a page. */
export const wantsPage = ({ headers, routeOptions }: Pick<FastifyRequest, 'headers' | 'routeOptions'>): boolean =>
  routeOptions.config.contract?.opensAsPage === true && (headers.accept ?? '').includes('text/html');
