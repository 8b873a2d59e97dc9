import { randomBytes } from 'node:crypto';
import { approvalRequestedMail } from '../incidents/approval-requested-mail.ts';
import { reviewRequestedMail } from '../incidents/review-requested-mail.ts';
import { unsubscribeLinks } from '../notifications/unsubscribe-links.ts';
import { composeMail } from './compose-mail.ts';

const content = {
  subject: 'One\r\nBcc: everybody@example.com',
  heading: '<b>Bold</b> & "quoted"',
  paragraphs: ["<script>alert('1')</script>"],
  action: { label: 'Open <it>', link: 'https://safety.example.com/events/1?a=1&b="2"' },
  because: 'You were <named>.',
};

test('all texts are escaped: content cannot inject markup', () => {
  const { html } = composeMail(content);
  expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; &quot;quoted&quot;');
  expect(html).toContain('&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;');
  expect(html).toContain('href="https://safety.example.com/events/1?a=1&amp;b=&quot;2&quot;"');
  expect(html).not.toMatch(/<script|<b>|<it>|<named>/);
});

test('a subject is one line, so that it cannot inject a header', () => {
  expect(composeMail(content).subject).toBe('One Bcc: everybody@example.com');
});

test.each([
  ['review', reviewRequestedMail],
  ['approval', approvalRequestedMail],
])('a mail that asks for a %s says number, form and link, as text and as HTML, and fetches nothing', (word, mail) => {
  const link = 'https://safety.example.com/events/01900000-0000-7000-8000-000000000001';
  const unsubscribe = unsubscribeLinks(
    { publicUrl: 'https://safety.example.com', sealingKey: randomBytes(32) },
    '01900000-0000-7000-8000-000000000002',
    'REVIEW',
  );
  const { subject, text, html, oneClick } = mail({ number: 1048, formName: 'Near miss', link, unsubscribe });
  expect(subject).toBe(`Event 1048 is waiting for your ${word}`);
  for (const part of [text, html]) {
    expect(part).toContain('1048');
    expect(part).toContain('Near miss');
    expect(part).toContain(link);
    expect(part).toContain(unsubscribe.preferences.link);
    expect(part).toContain(unsubscribe.unsubscribe.link);
  }
  expect(oneClick).toBe(unsubscribe.oneClick);
  expect(html).not.toMatch(/\bsrc=|<link|@import|url\(/i);
});
