import { request, type SendRequest } from './http.ts';
import type { Answer, OperationInput, CommandId } from './operation.ts';

interface UploadOptions {
  key: string;
  signal: AbortSignal;
  /** Reports the part that was sent, from 0 to 1. */
  onSent: (part: number) => void;
}

/** Sends a request by XMLHttpRequest, since fetch reports no upload progress. */
const withProgress =
  (content: Blob, onSent: UploadOptions['onSent']): SendRequest =>
  (sent) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest();
      xhr.open(sent.method, sent.url);
      xhr.setRequestHeader('Content-Type', 'application/octet-stream');
      sent.headers.forEach((value, name) => xhr.setRequestHeader(name, value));
      xhr.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
      xhr.upload.onload = () => onSent(1);
      xhr.onload = () =>
        resolve(
          new Response(xhr.responseText, { status: xhr.status, headers: headersOf(xhr.getAllResponseHeaders()) }),
        );
      xhr.onerror = () => reject(new TypeError('The file could not be sent'));
      xhr.onabort = () => reject(new DOMException('Left', 'AbortError'));
      sent.signal.addEventListener('abort', () => xhr.abort(), { once: true });
      if (sent.signal.aborted) xhr.onabort(new ProgressEvent('abort'));
      else xhr.send(content);
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
  input: OperationInput<Id>,
  content: Blob,
  { key, signal, onSent }: UploadOptions,
): Promise<Answer<Id>> => request(id, input, { key, signal, sendRequest: withProgress(content, onSent) });
