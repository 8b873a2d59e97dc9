import { ClsServiceManager } from 'nestjs-cls';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Wherever these stand in what is logged, they are not written. Bodies are never logged at all. */
const SECRETS = ['authorization', 'cookie', 'set-cookie', 'password', 'newPassword', 'token', 'jwt', 'refreshToken', 'signingKey', 'sealingKey'];

/** JSON lines, each with the request, the user and the organization that it is about. */
export function openLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: { service: 'plimsoll-api' },
      redact: { paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[redacted]' },
      mixin: () => {
        const context = ClsServiceManager.getClsService();
        return context.isActive() ? { ...(context.get() as object) } : {};
      },
    },
    destination ?? pino.destination({ dest: 2, sync: false, minLength: 8_192, periodicFlush: 100 }),
  );
}

/** For lines that are made of known fields alone, one for every request: nothing is searched for secrets in them. */
export const withoutRedaction = (logger: Logger): Logger => logger.child({}, { redact: [] });
