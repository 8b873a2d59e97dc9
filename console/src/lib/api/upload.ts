import { request, type Carry } from './http.ts';
import type { Answer, Asked, CommandId } from './operation.ts';

interface Uploading {
  key: string;
  signal: AbortSignal;
  /** Reports the part that was sent, from 0 to 1. */
  onSent: (part: number) => void;
}

/** Sends a request by XMLHttpRequest, since fetch reports no upload progress. */
const telling =
  (content: Blob, onSent: Uploading['onSent']): Carry =>
  (asked) =>
    new Promise((resolve, reject) => {
      const old = new XMLHttpRequest();
      old.open(asked.method, asked.url);
      old.setRequestHeader('Content-Type', 'application/octet-stream');
      asked.headers.forEach((value, name) => old.setRequestHeader(name, value));
      old.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
      old.upload.onload = () => onSent(1);
      old.onload = () =>
        resolve(
          new Response(old.responseText, { status: old.status, headers: headersOf(old.getAllResponseHeaders()) }),
        );
      old.onerror = () => reject(new TypeError('The file could not be sent'));
      old.onabort = () => reject(new DOMException('Left', 'AbortError'));
      asked.signal.addEventListener('abort', () => old.abort(), { once: true });
      if (asked.signal.aborted) old.onabort(new ProgressEvent('abort'));
      else old.send(content);
    });

const headersOf = (lines: string): [string, string][] =>
  lines
    .trim()
    .split(/\r?\n/)
    .filter((line) => line.includes(':'))
    .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()]);

/** Uploads bytes as the body of a command and reports progress. Throws an ApiProblem, or an AbortError. */
export const upload = <Id extends CommandId>(
  id: Id,
  asked: Asked<Id>,
  content: Blob,
  { key, signal, onSent }: Uploading,
): Promise<Answer<Id>> => request(id, asked, { key, signal, carry: telling(content, onSent) });
