import { instantText } from '@plimsoll/contracts/kernel/values/calendar';
import { ClsServiceManager } from 'nestjs-cls';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Wherever these stand in what is logged, they are not written. Bodies are never logged at all. */
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

/** A fault of the database's pool carries the whole connection that it was met on, with its statements and the key that cancels them. */
function faultTold(fault: Error): object {
  const { client: _client, ...told } = pino.stdSerializers.err(fault) as object & { client?: unknown };
  return told;
}

const SERVICE = 'plimsoll-api';

/** JSON lines, each with the request, the user and the organization that it is about. */
export function openLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: { service: SERVICE },
      serializers: { err: faultTold },
      redact: { paths: SECRETS.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), censor: '[redacted]' },
      mixin: () => {
        const context = ClsServiceManager.getClsService();
        return context.isActive() ? { ...(context.get() as object) } : {};
      },
    },
    destination ?? pino.destination({ dest: 2, sync: false, minLength: 8_192, periodicFlush: 100 }),
  );
}

/** What is told of every request, whatever became of it. All of it is ours: ids, an address of the list of routes, numbers. */
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
 * Writes such lines into the log, at the level `info`; those of one turn of the event loop at once. They are made of known
 * fields alone, so that nothing in them is searched for secrets, and they have one form.
 */
export function requestLines(logger: Logger): (line: RequestLine) => void {
  const stream = (logger as unknown as { readonly [pino.symbols.streamSym]: DestinationStream })[
    pino.symbols.streamSym
  ];
  let waiting = '';
  const write = () => {
    const text = waiting;
    waiting = '';
    stream.write(text);
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
