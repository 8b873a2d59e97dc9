import { z } from 'zod';
import { fieldTexts, tooManyText } from '../errors/field-texts.ts';
import { guid } from '../kernel/values/ids.ts';

/** Maximum number of people on a call list. */
export const MAX_ON_CALL_LIST = 10;

/** The whole list in its order. Each error names the person that is one too many, or that was given before. */
export const setCallListRequest = z.strictObject({
  members: z.array(guid).check(({ value, issues }) => {
    value.slice(0, MAX_ON_CALL_LIST + 1).forEach((member, index) => {
      const message =
        index === MAX_ON_CALL_LIST
          ? tooManyText(MAX_ON_CALL_LIST)
          : value.indexOf(member) < index
            ? fieldTexts.givenTwice
            : undefined;
      if (message) issues.push({ code: 'custom', input: member, path: [index], message });
    });
  }),
});

/** What a report would say that is not sent yet. */
export const whoIsAskedQuery = z.strictObject({
  formGuid: guid,
  worksiteGuid: guid.optional(),
  reportingGroupGuid: guid.optional(),
  onBehalfOfUserGuid: guid.optional(),
});
