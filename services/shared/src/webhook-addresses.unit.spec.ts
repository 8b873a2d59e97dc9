import { AddressNotAllowed, NameNotResolved, WebhookAddresses } from './webhook-addresses.ts';

/** Answers of the name server. */
const names: Readonly<Record<string, readonly string[]>> = {
  'hooks.example.com': ['8.8.4.4', '2606:4700::1111'],
  'inside.example.com': ['10.0.0.5'],
  'mixed.example.com': ['8.8.4.4', '127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'six.example.com': ['fd00::1'],
};
const addresses = (networks: readonly string[] = []) =>
  new WebhookAddresses(networks, (name) => Promise.resolve(names[name] ?? []));
const verdict = async (url: string, networks?: readonly string[]): Promise<string> =>
  addresses(networks)
    .addressesOf(new URL(url))
    .then(
      (found) => found.join(' '),
      (error: unknown) =>
        error instanceof AddressNotAllowed ? 'NEVER' : error instanceof NameNotResolved ? 'NO NAME' : String(error),
    );

test.each([
  ['https://hooks.example.com/', '8.8.4.4 2606:4700::1111'],
  ['https://HOOKS.example.com./x', '8.8.4.4 2606:4700::1111'],
  ['https://hooks.example.com:8443/', '8.8.4.4 2606:4700::1111'],
  ['https://hooks.example.com:443/', '8.8.4.4 2606:4700::1111'],
  ['https://8.8.8.8/', '8.8.8.8'],
  ['https://134744072/', '8.8.8.8'],
  ['https://0x08080808/', '8.8.8.8'],
  ['https://010.8.8.8/', '8.8.8.8'],
  ['https://8.8.2056/', '8.8.8.8'],
  ['https://8.8.8.8:1024/', '8.8.8.8'],
  ['https://[2606:4700::1111]/', '2606:4700::1111'],
  ['https://172.32.0.1/', '172.32.0.1'],
  ['https://100.128.0.1/', '100.128.0.1'],
  ['https://not-there.example.com/', 'NO NAME'],
  ['http://hooks.example.com/', 'NEVER'],
  ['ftp://hooks.example.com/', 'NEVER'],
  ['file:///etc/passwd', 'NEVER'],
  ['https://user@hooks.example.com/', 'NEVER'],
  ['https://:secret@hooks.example.com/', 'NEVER'],
  ['https://hooks.example.com:80/', 'NEVER'],
  ['https://hooks.example.com:22/', 'NEVER'],
  ['https://hooks.example.com:1023/', 'NEVER'],
  ['https://localhost/', 'NEVER'],
  ['https://LOCALHOST./', 'NEVER'],
  ['https://a.b.localhost/', 'NEVER'],
  ['https://inside.example.com/', 'NEVER'],
  ['https://mixed.example.com/', 'NEVER'],
  ['https://metadata.example.com/', 'NEVER'],
  ['https://six.example.com/', 'NEVER'],
  ['https://127.0.0.1/', 'NEVER'],
  ['https://127.1/', 'NEVER'],
  ['https://2130706433/', 'NEVER'],
  ['https://0x7f000001/', 'NEVER'],
  ['https://0x7f.1/', 'NEVER'],
  ['https://0177.0.0.1/', 'NEVER'],
  ['https://017700000001/', 'NEVER'],
  ['https://%31%32%37.0.0.1/', 'NEVER'],
  ['https://１２７.0.0.1/', 'NEVER'],
  ['https://0.0.0.0/', 'NEVER'],
  ['https://0/', 'NEVER'],
  ['https://10.0.0.1/', 'NEVER'],
  ['https://0xa.0.0.1/', 'NEVER'],
  ['https://172.16.0.1/', 'NEVER'],
  ['https://172.31.255.255/', 'NEVER'],
  ['https://192.168.1.1/', 'NEVER'],
  ['https://100.64.0.1/', 'NEVER'],
  ['https://169.254.169.254/', 'NEVER'],
  ['https://2852039166/', 'NEVER'],
  ['https://168.63.129.16/', 'NEVER'],
  ['https://192.0.0.1/', 'NEVER'],
  ['https://192.88.99.1/', 'NEVER'],
  ['https://198.18.0.1/', 'NEVER'],
  ['https://203.0.113.5/', 'NEVER'],
  ['https://224.0.0.1/', 'NEVER'],
  ['https://240.0.0.1/', 'NEVER'],
  ['https://255.255.255.255/', 'NEVER'],
  ['https://[::]/', 'NEVER'],
  ['https://[::1]/', 'NEVER'],
  ['https://[::ffff:127.0.0.1]/', 'NEVER'],
  ['https://[::ffff:8.8.8.8]/', 'NEVER'],
  ['https://[::8.8.8.8]/', 'NEVER'],
  ['https://[64:ff9b::8.8.8.8]/', 'NEVER'],
  ['https://[fc00::1]/', 'NEVER'],
  ['https://[fd00:ec2::254]/', 'NEVER'],
  ['https://[fe80::1]/', 'NEVER'],
  ['https://[fec0::1]/', 'NEVER'],
  ['https://[ff02::1]/', 'NEVER'],
  ['https://[2002:7f00:1::]/', 'NEVER'],
  ['https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/', 'NEVER'],
  ['https://[2001:db8::1]/', 'NEVER'],
  ['https://[2001:2::1]/', 'NEVER'],
  ['https://[3fff::1]/', 'NEVER'],
  ['https://[4000::1]/', 'NEVER'],
  ['https://[100::1]/', 'NEVER'],
])('%s: %s', async (url, expected) => {
  expect(await verdict(url)).toBe(expected);
});

test('a permitted network is allowed, also by http, and nothing else', async () => {
  const networks = ['127.0.0.0/8', '10.0.0.5', 'fd00::/64'];
  for (const [url, expected] of [
    ['http://127.0.0.1:8080/', '127.0.0.1'],
    ['https://127.0.0.1/', '127.0.0.1'],
    ['http://inside.example.com:3000/', '10.0.0.5'],
    ['https://[fd00::1]/', 'fd00::1'],
    ['https://hooks.example.com/', '8.8.4.4 2606:4700::1111'],
    ['http://hooks.example.com:8080/', 'NEVER'],
    ['http://10.0.0.6:8080/', 'NEVER'],
    ['https://10.0.0.6/', 'NEVER'],
    ['http://127.0.0.1:81/', 'NEVER'],
    ['https://[::1]/', 'NEVER'],
    ['https://localhost/', 'NEVER'],
  ] as const)
    expect([url, await verdict(url, networks)]).toEqual([url, expected]);
});

test('a name without an address is accepted, one with a refused address is not', async () => {
  await expect(addresses().demandAllowed(new URL('https://not-there.example.com/'))).resolves.toBeUndefined();
  await expect(addresses().demandAllowed(new URL('https://mixed.example.com/'))).rejects.toThrow(AddressNotAllowed);
});
