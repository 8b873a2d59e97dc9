import { connect } from 'node:net';

/**
 * Sends the same request over and over on so many connections, until it is told to end; run by node itself, in a process of
 * its own: `node sender.ts PORT CONNECTIONS PER_SECOND`, the request on standard input. PER_SECOND 0 is as often as it is
 * answered. An answer may end a connection; then another is opened. On SIGTERM it prints how many were answered.
 */
const [port = 0, connections = 0, perSecond = 0] = process.argv.slice(2).map(Number);

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const request = Buffer.concat(chunks);

let answered = 0;
const startedAt = performance.now();
/** When the next may be sent, so that no more are sent in a second than was said. */
const waitFor = (): number => (perSecond === 0 ? 0 : Math.max(0, startedAt + (answered * 1_000) / perSecond - performance.now()));

function open(): void {
  const socket = connect(port, '127.0.0.1');
  let isWaiting = false;
  const send = () => {
    isWaiting = true;
    socket.write(request);
  };
  const next = () => void setTimeout(() => socket.writable && send(), waitFor());
  socket.on('connect', send);
  socket.on('data', () => {
    if (!isWaiting) return;
    isWaiting = false;
    answered++;
    next();
  });
  // An answer that comes before the body has been sent ends the connection, at times before it can be read.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    if (isWaiting) answered++;
    setTimeout(open, waitFor());
  });
}
for (let each = 0; each < connections; each++) open();

process.on('SIGTERM', () => {
  process.stdout.write(`${answered}\n`, () => process.exit());
});
