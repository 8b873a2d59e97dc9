import { instantText } from '@plimsoll/contracts/kernel/values/calendar';
import { ClsServiceManager } from 'nestjs-cls';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Fields that are redacted in every log line. Bodies are never logged. */
const SECRETS = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'newPassword',
  'token',
  'jwt',
  'refreshToken',
  'signingKey',
  'sealingKey',
];

/**
 * Serializes an error without `client`: errors of the pool carry their whole connection, with its statements and the
 * key that cancels them.
 */
function serializeError(error: Error): object {
  const { client: _client, ...serialized } = pino.stdSerializers.err(error) as object & { client?: unknown };
  return serialized;
}

const SERVICE = 'plimsoll-api';

/** Opens standard error for log lines, which are written in batches. */
export const openLogDestination = (): DestinationStream =>
  pino.destination({ dest: 2, sync: false, minLength: 8_192, periodicFlush: 100 });

/** Opens the logger: JSON lines, each with its request, user and organization. */
export function openLogger(level: string, destination: DestinationStream): Logger {
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: { service: SERVICE },
      serializers: { err: serializeError },
      redact: { paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[redacted]' },
      mixin: () => {
        const context = ClsServiceManager.getClsService();
        return context.isActive() ? { ...(context.get() as object) } : {};
      },
    },
    destination,
  );
}

/** Log fields of every request, whatever its outcome. They hold only ids, route templates and numbers. */
export interface RequestLine {
  readonly requestId: string;
  readonly method: string;
  readonly route: string | undefined;
  readonly status: number;
  readonly milliseconds: number;
  readonly userGuid: string | undefined;
  readonly organizationGuid: string | undefined;
}

/**
 * Returns a function that logs request lines at level `info`, batched per turn of the event loop. Lines consist of
 * known fields only, so that they need no redaction and have one format.
 * @param destination the logger's.
 */
export function requestLines(logger: Logger, destination: DestinationStream): (line: RequestLine) => void {
  let waiting = '';
  const write = () => {
    const text = waiting;
    waiting = '';
    destination.write(text);
  };
  return (line) => {
    if (!logger.isLevelEnabled('info')) return;
    if (waiting === '') setImmediate(write);
    waiting += textOf(line);
  };
}

const START = `{"level":${pino.levels.values['info']},"time":"`;
const END = `,"msg":"request"}\n`;

const field = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;

function textOf({ requestId, method, route, status, milliseconds, userGuid, organizationGuid }: RequestLine): string {
  const what = `${field('requestId', requestId)}${field('method', method)}${field('route', route)},"status":${status},"milliseconds":${milliseconds}`;
  return `${START}${instantText(Date.now())}"${field('service', SERVICE)}${what}${field('userGuid', userGuid)}${field('organizationGuid', organizationGuid)}${END}`;
}
