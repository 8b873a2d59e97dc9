import { createServer } from 'node:http';

// Answers whatever it is asked, and does nothing else: what sending takes of a machine is the sender's own.
const server = createServer((request, response) => {
  request
    .resume()
    .once('end', () =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '2' }).end('{}'),
    );
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.once('disconnect', () => process.exit(0));
