import { admittedOrigins, nowhere } from './foreign-scripts.ts';
import { securityHeaders } from './security-headers.ts';

const policyOf = async (admitted = nowhere) =>
  Object.fromEntries(
    (await securityHeaders({ isSecure: true, admitted })).pages['content-security-policy']!.split(';').map(
      (directive) => {
        const [name, ...values] = directive.trim().split(' ');
        return [name, values.join(' ')];
      },
    ),
  );

test('where Stripe takes payments its form, its pictures and a bank’s question are admitted, and nothing else', async () => {
  const [plain, paying] = [await policyOf(), await policyOf(admittedOrigins({}, true))];
  expect(paying).toEqual({
    ...plain,
    'script-src': "'self' https://js.stripe.com https://*.js.stripe.com",
    'img-src': "'self' data: blob: https://*.stripe.com",
    'connect-src': "'self' https://api.stripe.com",
    'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  });
  expect(JSON.stringify(plain)).not.toContain('stripe');
});

test('an operator’s scripts are admitted beside it', async () => {
  const { 'script-src': scripts, 'frame-src': frames } = await policyOf(
    admittedOrigins({ chat: 'https://chat.example.com/widget.js' }, true),
  );
  expect([scripts, frames]).toEqual([
    "'self' https://chat.example.com https://js.stripe.com https://*.js.stripe.com",
    'https://chat.example.com https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  ]);
});
