import { DEVELOPMENT_CONSOLE_PORT } from '@plimsoll/contracts/http/development';
import type { Settings } from '../../platform/process/settings.ts';

const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];

type Where = Pick<Settings, 'publicUrl' | 'isPublicUrlGiven' | 'production'>;

/**
 * Origins of the product's own pages, the preferred one first. With a PUBLIC_URL it is the only one, including scheme
 * and port: a request's Host is ignored, since anyone's name may resolve to this machine. Without one it is this
 * machine at the product's port, and in development also the console's server, which `npm run dev` starts.
 * @param port that the request arrived on.
 */
export function ownOrigins({ publicUrl, isPublicUrlGiven, production }: Where, port: number | undefined): string[] {
  const stated = new URL(publicUrl);
  if (isPublicUrlGiven) return [stated.origin];
  const ports = [port ?? (stated.port || 80), ...(production ? [] : [DEVELOPMENT_CONSOLE_PORT])];
  return ports.flatMap((each) => THIS_MACHINE.map((host) => new URL(`http://${host}:${each}`).origin));
}

/** Whether a request's Origin, which browsers set, is one of ours. An opaque one ('null') is not. */
export const isSameOrigin = (origin: string | undefined, where: Where, port: number | undefined): boolean =>
  origin !== undefined && ownOrigins(where, port).includes(origin);
