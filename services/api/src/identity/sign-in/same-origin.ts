import { DEVELOPMENT_CONSOLE_PORT } from '@plimsoll/contracts/http/development';
import type { Settings } from '../../platform/process/settings.ts';

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

type Where = Pick<Settings, 'publicUrl' | 'isPublicUrlGiven' | 'production'>;

/**
 * The origins of our own pages, the one to name first. With a PUBLIC_URL it is that alone, scheme and port included: what a
 * request says of itself (its Host) counts for nothing, since a name that leads here may be anybody's. Without one they are
 * this machine's at the product's own port, and in development those of the console's own server, which `npm run dev` starts.
 * @param port that the request came in by.
 */
export function ownOrigins({ publicUrl, isPublicUrlGiven, production }: Where, port: number | undefined): string[] {
  const stated = new URL(publicUrl);
  if (isPublicUrlGiven) return [stated.origin];
  const ports = [port ?? (stated.port || 80), ...(production ? [] : [DEVELOPMENT_CONSOLE_PORT])];
  return ports.flatMap((each) => THIS_MACHINE.map((host) => new URL(`http://${host}:${each}`).origin));
}

/** Whether a request's Origin, which a browser sets itself, is one of ours. A page without one ('null') is nobody's. */
export const isSameOrigin = (origin: string | undefined, where: Where, port: number | undefined): boolean =>
  origin !== undefined && ownOrigins(where, port).includes(origin);
