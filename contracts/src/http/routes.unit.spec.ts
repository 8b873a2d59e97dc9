import { readFileSync } from 'node:fs';
import type { Demanded, Route } from './route.ts';
import { routes } from './routes.ts';

const reviewed = JSON.parse(readFileSync(new URL('../../access.json', import.meta.url), 'utf8')) as Record<
  string,
  unknown
>;
const named = <Name extends string>(name: Name, demanded: Demanded<string>) =>
  'allOf' in demanded && demanded.allOf.length === 0 ? {} : { [name]: demanded };

test('access and required switches of each route are as reviewed; a change needs access.json to be changed by hand', () => {
  const written = (routes as readonly Route[]).map(
    ({ operationId, method, path, access, auditors, demandsRecentSignIn, modules, flags, logsAccess, bodyLimit }) => [
      operationId,
      {
        route: `${method} /api${path}`,
        access,
        ...(auditors && { auditors }),
        ...(demandsRecentSignIn && { demandsRecentSignIn }),
        ...named('modules', modules),
        ...named('flags', flags),
        ...(logsAccess && { logsAccess }),
        bodyLimit,
      },
    ],
  );
  expect(Object.fromEntries(written)).toEqual(reviewed);
  expect(Object.keys(reviewed).sort()).toEqual(written.map(([operationId]) => operationId).sort());
});

test('a route that is refused without a switch is one of an organization', () => {
  const open = (routes as readonly Route[]).filter(
    ({ access, modules, flags }) =>
      (access === 'PUBLIC' || access === 'SIGNED_IN') &&
      Object.keys({ ...named('m', modules), ...named('f', flags) }).length > 0,
  );
  expect(open).toEqual([]);
});

test('without a session 16 kB are accepted, 256 kB from identity and payment providers, else 1 MB, and 5 MB of a picture, with 4 kB of a form around it', () => {
  const ofContent = {
    BYTES: 5_242_880,
    STREAM: 26_214_400,
    FORM: 5_246_976,
    FOREIGN_FORM: 262_144,
    SIGNED: 262_144,
    JSON: 1_048_576,
    NOTHING: 1_048_576,
  } as const;
  const usual = ({ access, accepts }: Route) =>
    access === 'PUBLIC' && accepts !== 'FOREIGN_FORM' && accepts !== 'SIGNED' ? 16_384 : ofContent[accepts];
  expect((routes as readonly Route[]).filter((route) => route.bodyLimit !== usual(route))).toEqual([]);
});
