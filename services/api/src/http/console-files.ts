import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

const HASHED = /[/\\]assets[/\\]/;

/** Serves the built console: files with a hash in their name for ever, all others asked for anew. Without a build there is none. */
export async function serveConsole(fastify: FastifyInstance, folder: string | undefined): Promise<(request: FastifyRequest, reply: FastifyReply) => boolean> {
  if (!folder || !existsSync(join(folder, 'index.html'))) return () => false;
  await fastify.register(fastifyStatic, {
    root: folder,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => void reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
  });
  return (request, reply) => {
    if (!isPage(request)) return false;
    void reply.status(200).sendFile('index.html');
    return true;
  };
}

/** An address that the console's own router knows: neither the API's, nor a file's. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?', 1)[0]!;
  const isAsset = path.startsWith('/assets/') || /\.[a-z0-9]{2,5}$/i.test(path);
  return (method === 'GET' || method === 'HEAD') && path.startsWith('/') && !/^\/(api|health)(\/|$)/.test(path) && !isAsset && (headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null;
}
