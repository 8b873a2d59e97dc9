import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { problem } from '@plimsoll/contracts/errors/problem';
import { requireSession } from '../lib/session/startup.ts';
import { FullPageError } from './FullPageError.tsx';

let server: Server;
const toServer = globalThis.fetch;

beforeAll(async () => {
  const refusal = problem.parse({
    type: 'urn:plimsoll:error:ForeignOrigin',
    title: 'Foreign Origin',
    status: 403,
    className: 'ForeignOrigin',
    detail: '',
    requestId: '1',
    fieldErrors: [],
    address: 'https://safety.example.com',
  });
  server = createServer((_, answer) =>
    answer.writeHead(403, { 'content-type': 'application/problem+json' }).end(JSON.stringify(refusal)),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  globalThis.fetch = (address, init) =>
    toServer(String(address).replace(location.origin, `http://127.0.0.1:${port}`), init);
});
afterAll(() => {
  globalThis.fetch = toServer;
  return new Promise((done) => server.close(done));
});

it('shows the right URL when opened at another origin, and does not redirect to the sign-in', async () => {
  const router = createMemoryRouter([
    {
      path: '/',
      loader: ({ request }) => requireSession(request),
      Component: () => 'started',
      ErrorBoundary: FullPageError,
      HydrateFallback: () => null,
    },
    { path: '/signin', Component: () => 'sign in' },
  ]);
  render(<RouterProvider router={router} />);
  expect(await screen.findByRole('link', { name: 'Go to https://safety.example.com' })).toHaveProperty(
    'href',
    'https://safety.example.com/',
  );
  expect(screen.queryByText('sign in')).toBeNull();
});
