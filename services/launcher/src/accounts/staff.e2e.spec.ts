import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { startApi, type Api } from '@plimsoll/api/main';
import { isExecuted, type Outcome } from '@plimsoll/api/commands/execute';
import { ownEnvelope } from '@plimsoll/api/commands/own-envelope';
import { RegisterUser } from '@plimsoll/api/identity/register-user';
import { SetPassword } from '@plimsoll/api/identity/set-password';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/ids';
import { createTestDatabase, type TestDatabase } from '@plimsoll/postgres/test-database';
import { v7 as uuidv7 } from 'uuid';
import { allMigrations } from '../migrations.ts';
import { changeStaff } from './staff.ts';

const PASSWORD = 'quay-lantern-83';
const keys = { signingKey: generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), sealingKey: randomBytes(32).toString('base64') };
let database: TestDatabase;
let api: Api;

beforeAll(async () => {
  database = await createTestDatabase(allMigrations);
  api = await startApi({ appDatabaseUrl: database.appUrl, projectorDatabaseUrl: database.projectorUrl, ...keys, publicUrl: 'http://localhost:3000', host: '127.0.0.1', port: 0, projector: true, logLevel: 'error' });
});
afterAll(async () => {
  await api?.close();
  await database?.drop();
});

const said: string[] = [];
const change = (way: 'grant' | 'revoke', address: string) => changeStaff({ database, keys }, way, address, (line) => said.push(line));

test('an operator makes somebody staff, which their account says, and no more, which ends their sessions', async () => {
  const [userGuid, emailAddress] = [uuidv7(), `${uuidv7()}@example.test`];
  for (const command of [new RegisterUser(ownEnvelope({ tenant: INSTALLATION_TENANT }), { userGuid, name: 'Sven Staff', emailAddress }), new SetPassword(ownEnvelope({ tenant: INSTALLATION_TENANT }), userGuid, PASSWORD)]) {
    const outcome = (await api.application.commands.execute(command)) as Outcome;
    if (!isExecuted(outcome)) throw new Error(JSON.stringify(outcome));
  }
  await api.application.runner?.catchUp();
  const signedIn = await fetch(`${api.address}/api/auth`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ identifier: emailAddress, password: PASSWORD }) });
  const { jwt } = (await signedIn.json()) as { jwt: string };
  const account = async () => fetch(`${api.address}/api/users/${userGuid}`, { headers: { authorization: `Bearer ${jwt}` } });
  const isStaff = async () => ((await (await account()).json()) as { globalAdmin: boolean }).globalAdmin;
  expect(await isStaff()).toBe(false);
  expect(await change('grant', emailAddress.toUpperCase())).toBe(0);
  expect(await isStaff()).toBe(true);
  await change('grant', emailAddress);
  expect(await change('revoke', emailAddress)).toBe(0);
  for (let tries = 0; (await account()).status !== 401 && tries < 100; tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await account()).status).toBe(401);
  expect(said.map((line) => line.slice(line.indexOf(' ') + 1))).toEqual(['is one of our staff now', 'was one of our staff already', 'is one of our staff no more; every session has ended']);
});

test('nobody’s address is said to be so', async () => {
  await expect(change('grant', 'nobody@example.test')).rejects.toThrow('nobody has an account with the address nobody@example.test');
});
