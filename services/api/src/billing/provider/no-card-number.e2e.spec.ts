import { everyRow } from '@plimsoll/postgres/every-row';
import pg from 'pg';
import { address, founderIn, type Buyer } from '../../../test/buyers.ts';
import { stopTakingPayments, takingPayments } from '../../../test/payments.ts';
import { TestApplication } from '../../../test/test-application.ts';

const NUMBER = '4242424242424242';
const spellings = [NUMBER, '4242 4242 4242 4242', '4242-4242-4242-4242'];

let app: TestApplication;
let admin: pg.Client;
const logged: string[] = [];
let buyer: Buyer;

beforeAll(async () => {
  app = await TestApplication.start(async (database) => ({
    ...(await takingPayments(database)),
    logLevel: 'trace',
    logDestination: { write: (line: string) => void logged.push(line) },
  }));
  admin = new pg.Client({ connectionString: app.database.adminUrl });
  await admin.connect();
  buyer = await founderIn(app);
});
afterAll(async () => {
  await admin?.end();
  await app?.stop();
  await stopTakingPayments();
});

test('a card number is refused by every billing route, and leaves no trace in any answer, table or log line; a billing address is only in the read models of its organization, and not in the log', async () => {
  const bought = await buyer.buy({ emailAddress: 'harbour-books@example.test' });
  expect(bought.body).toMatchObject({ purchase: { status: 'COMPLETED' } });
  for (const spelling of spellings) {
    const tried = [
      await buyer.buy({ paymentToken: spelling }),
      await buyer.buy({ channelPartnerCode: spelling }),
      await buyer.buy({ quote: spelling }),
      ...(await Promise.all(
        Object.keys(address).map((field) => buyer.buy({ address: { ...address, [field]: spelling } })),
      )),
      await buyer.put({ paymentToken: spelling }),
      await buyer.put({ address: { ...address, mailingAddress: `Card ${spelling}` } }),
      await buyer.post('subscription/essentials/MONTH', {
        startFreeTrial: true,
        emailAddress: 'pay@example.test',
        paymentToken: spelling,
      }),
      await buyer.post(`invoices/${bought.body.purchase.invoiceGuid}/pay`, { paymentToken: spelling }),
      await buyer.get(`subscription/essentials/MONTH?discountCode=${encodeURIComponent(spelling)}`),
    ];
    for (const { status, body } of tried) {
      expect([spelling, status, body]).toMatchObject([spelling, 400, {}]);
      expect(JSON.stringify(body).replaceAll(/[ -]/g, '')).not.toContain(NUMBER);
    }
  }
  const rows = await everyRow(admin);
  const bytes = Buffer.from(NUMBER).toString('hex');
  expect(rows.filter((row) => row.replaceAll(/[ -]/g, '').includes(NUMBER) || row.includes(bytes))).toEqual([]);
  const plain = [address.mailingAddress, 'harbour-books'];
  const leaking = rows.filter((row) =>
    [...plain, ...plain.map((words) => Buffer.from(words).toString('hex'))].some((words) => row.includes(words)),
  );
  expect([...new Set(leaking.map((row) => row.split(/_v\d+:/)[0]))]).toEqual(['public.invoice', 'public.subscription']);
  // The searched rows contain the purchase, and the log lines the refusal.
  expect(rows.some((row) => row.includes(bought.body.purchase.purchaseGuid))).toBe(true);
  const lines = logged.join('');
  expect(lines).toContain('"status":400');
  expect(lines.replaceAll(/[ -]|%20/g, '')).not.toContain(NUMBER);
  for (const words of plain) expect(lines).not.toContain(words);
});
