import { escapeHtml } from './escape-html.ts';
import type { Mail, MailLink, UnsubscribeLinks } from './mail.ts';

/** The texts of a mail, unescaped, for both its text and its HTML part. */
export interface MailContent {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action: MailLink;
  /** A second page, for those who do not take the action. */
  readonly alternative?: MailLink;
  /** Why the recipient gets it. */
  readonly because: string;
  /** Absent from mails that cannot be unsubscribed from. */
  readonly unsubscribe?: UnsubscribeLinks;
}

/** Design tokens, repeated here because a mail cannot load the style sheet. */
const light = {
  page: '#ffffff',
  text: '#0f2128',
  muted: '#43565f',
  line: '#d5dfe4',
  hull: '#0b2530',
  accent: '#026281',
} as const;
const FONT = "'Atkinson Hyperlegible Next', 'Segoe UI', system-ui, -apple-system, sans-serif";
/** Overrides for mail clients in dark mode. */
const DARK = `@media (prefers-color-scheme: dark) {
  .page { background: #0b171d !important; } .text { color: #e8f0f3 !important; } .muted { color: #adbfc7 !important; }
  .line { border-color: #93a8b1 !important; } .hull { background: #071218 !important; }
  .button { background: #66b9df !important; color: #062430 !important; } .link { color: #8fd1f0 !important; }
}`;

/** Composes a mail as text and as HTML without external resources. */
export function composeMail({
  subject,
  heading,
  paragraphs,
  action,
  alternative,
  because,
  unsubscribe,
}: MailContent): Mail {
  const links = unsubscribe ? [unsubscribe.preferences, unsubscribe.unsubscribe] : [];
  return {
    subject: oneLine(subject),
    link: action.link,
    ...(unsubscribe && { oneClick: unsubscribe.oneClick }),
    text: [
      heading,
      '',
      ...paragraphs.flatMap((paragraph) => [paragraph, '']),
      `${action.label}:`,
      action.link,
      '',
      ...(alternative ? [`${alternative.label}:`, alternative.link, ''] : []),
      '-- ',
      because,
      ...links.map(({ label, link }) => `${label}: ${link}`),
      '',
    ].join('\n'),
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(oneLine(subject))}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background:${light.page};font-family:${FONT};">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td class="hull" style="background:${light.hull};padding:16px 24px;"><span style="color:#ffffff;font-size:18px;line-height:24px;font-weight:640;">Plimsoll</span></td></tr>
<tr><td align="center" style="padding:32px 24px;">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;">
<tr><td class="line" style="border-top:2px solid ${light.text};padding-top:16px;">
<h1 class="text" style="margin:0 0 16px;color:${light.text};font-size:26px;line-height:32px;font-weight:640;">${escapeHtml(heading)}</h1>
${paragraphs.map((paragraph) => `<p class="text" style="margin:0 0 16px;color:${light.text};font-size:16px;line-height:26px;">${escapeHtml(paragraph)}</p>`).join('\n')}
<p style="margin:24px 0;"><a class="button" href="${escapeHtml(action.link)}" style="display:inline-block;background:${light.accent};color:#ffffff;font-size:16px;line-height:24px;font-weight:600;padding:12px 24px;border-radius:5px;text-decoration:none;">${escapeHtml(action.label)}</a></p>
<p class="muted" style="margin:0 0 24px;color:${light.muted};font-size:13px;line-height:18px;">Or open this address: <a class="link" href="${escapeHtml(action.link)}" style="color:${light.accent};word-break:break-all;">${escapeHtml(action.link)}</a></p>${alternative ? `\n<p class="text" style="margin:0 0 24px;color:${light.text};font-size:16px;line-height:26px;"><a class="link" href="${escapeHtml(alternative.link)}" style="color:${light.accent};">${escapeHtml(alternative.label)}</a></p>` : ''}
</td></tr>
<tr><td class="line" style="border-top:1px solid ${light.line};padding-top:16px;"><p class="muted" style="margin:0;color:${light.muted};font-size:13px;line-height:18px;">${escapeHtml(because)}${links.map(({ label, link }) => ` <a class="link" href="${escapeHtml(link)}" style="color:${light.accent};">${escapeHtml(label)}</a>`).join('')}</p></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`,
  };
}

/** Removes control characters: a line break in a subject would start another header. */
const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
