// Loaded into the product by a test (`--import`): makes the work of a request fail where nothing handles the error.
import { Server } from 'node:http';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';

/** Ways to fail, by the value of the header `x-throw-in`. */
const failures = {
  socket: ({ socket }) =>
    socket.once('close', () => {
      throw new Error('thrown in a listener of the socket');
    }),
  response: (_request, response) =>
    response.once('close', () => {
      throw new Error('thrown in a listener of the response');
    }),
  stream: () => new Readable({ read: () => undefined }).destroy(new Error('thrown by a stream without a listener')),
  timer: () =>
    setTimeout(() => {
      throw new Error('thrown in a timer');
    }, 1),
  promise: () => void Promise.reject(new Error('thrown in a promise')),
  worker: () => new Worker("throw new Error('thrown in a worker')", { eval: true }),
  tick: () =>
    process.nextTick(() => {
      throw new Error('thrown in the next tick');
    }),
};

const { emit } = Server.prototype;
Server.prototype.emit = function (name, ...given) {
  if (name === 'request') failures[given[0].headers['x-throw-in']]?.(...given);
  return emit.call(this, name, ...given);
};

// Work that no request began.
process.on('SIGUSR2', () =>
  setTimeout(() => {
    throw new Error('thrown outside any request');
  }, 1),
);
