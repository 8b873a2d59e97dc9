import { setImmediate } from 'node:timers/promises';
import { RequestLog } from '../../http/request-log.ts';
import { openLogger, requestLines } from './logging.ts';

const line = {
  requestId: 'one',
  method: 'POST',
  route: '/api/"odd"',
  status: 201,
  milliseconds: 1.5,
  userGuid: 'anna',
  organizationGuid: undefined,
};

function listening(level: string) {
  const written: string[] = [];
  const destination = { write: (text: string) => void written.push(text) };
  return {
    logger: openLogger(level, destination),
    destination,
    linesWritten: () =>
      written
        .join('')
        .split('\n')
        .filter(Boolean)
        .map((text) => JSON.parse(text) as object),
  };
}

test('every request has its line, and none is lost that comes in the same turn', async () => {
  const { logger, destination, linesWritten } = listening('info');
  const tell = requestLines(logger, destination);
  tell(line);
  tell({ ...line, requestId: 'two', userGuid: undefined, route: undefined });
  await setImmediate();
  tell({ ...line, requestId: 'three' });
  await setImmediate();
  const { organizationGuid: _, ...told } = line;
  expect(linesWritten()).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      service: 'plimsoll-api',
      ...told,
      msg: 'request',
    },
    {
      level: 30,
      time: expect.any(String),
      service: 'plimsoll-api',
      requestId: 'two',
      method: 'POST',
      status: 201,
      milliseconds: 1.5,
      msg: 'request',
    },
    expect.objectContaining({ requestId: 'three' }),
  ]);
});

test('a higher level omits them', async () => {
  const { logger, destination, linesWritten } = listening('warn');
  requestLines(logger, destination)(line);
  await setImmediate();
  expect(linesWritten()).toEqual([]);
});

test('an error is logged with its message and stack, and without the connection it came from', () => {
  const { logger, linesWritten } = listening('warn');
  const error = Object.assign(new Error('terminating connection'), {
    code: '57P01',
    client: { secretKey: 4_711, statements: ['select 1'] },
  });
  logger.warn({ err: error }, 'An idle connection was lost');
  const [line] = linesWritten() as [{ err: object }];
  expect(line.err).toEqual({
    type: 'Error',
    message: 'terminating connection',
    stack: expect.stringContaining('logging.unit.spec'),
    code: '57P01',
  });
});

test('other log lines of a request have its id, and no secret', () => {
  const { logger, linesWritten } = listening('info');
  const own = RequestLog.of(logger, { requestId: 'one' });
  own.warn({ password: 'hush' }, 'odd');
  own.child({ part: 'body' }).error('worse');
  expect(linesWritten()).toEqual([
    expect.objectContaining({ level: 40, requestId: 'one', password: '[redacted]', msg: 'odd' }),
    expect.objectContaining({ level: 50, requestId: 'one', part: 'body', msg: 'worse' }),
  ]);
});
