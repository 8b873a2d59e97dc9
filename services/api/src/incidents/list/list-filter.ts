import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { incidentFilter, type IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import { textOfIssue } from '@plimsoll/contracts/errors/issue-text';
import { takeErrors } from '../../commands/take-errors.ts';
import { valueAt } from '../../http/check-request.ts';
import { throwMalformed } from '../../http/problems/problem-of.ts';
import { fieldError } from '../../commands/field-error.ts';

/** Parses the list's filter from JSON in the query string. Ends the request with 400 and the field errors. */
export function filterOf(text: string | undefined): IncidentFilter | undefined {
  if (text === undefined) return undefined;
  const given = jsonOf(text);
  const parsed = incidentFilter.safeParse(given);
  if (parsed.success) return parsed.data;
  throwMalformed(
    takeErrors(
      parsed.error.issues.flatMap((issue) =>
        (issue.code === 'unrecognized_keys' ? issue.keys : ['']).map((key) =>
          fieldError(
            ['filter', ...issue.path, ...(key ? [key] : [])].join('.'),
            'MalformedRequest',
            key ? fieldTexts.unknown : textOfIssue(issue, valueAt(given, issue.path)),
          ),
        ),
      ),
    ),
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throwMalformed([fieldError('filter', 'MalformedRequest', fieldTexts.notJson)]);
  }
}
