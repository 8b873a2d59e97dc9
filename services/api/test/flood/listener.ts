import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listener that only answers; run by node itself, in a process of its own. It prints its port. */
const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(400).end());
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
