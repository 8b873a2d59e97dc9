import { createHmac } from 'node:crypto';

export interface SignedContent {
  readonly id: string;
  readonly at: Date;
  readonly body: string;
}

/** Creates the headers of Standard Webhooks, with one signature per secret so that receivers can rotate secrets. */
export function signedHeaders({ id, at, body }: SignedContent, secrets: readonly Buffer[]): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
