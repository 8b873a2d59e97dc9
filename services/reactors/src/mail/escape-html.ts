const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text as it may stand in HTML, within an attribute's quotes too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => NAMED[sign]!);
