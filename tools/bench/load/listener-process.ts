import { createServer } from 'node:http';

// Answers every request without doing work, to measure the load generator's own cost.
const server = createServer((request, response) => {
  request
    .resume()
    .once('end', () =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '2' }).end('{}'),
    );
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.once('disconnect', () => process.exit(0));
