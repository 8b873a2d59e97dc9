import { oldPhrasesIn } from './glossary.mjs';

/** Flags words of the old dialect in comments: see glossary.mjs. Quoted text and code in backticks are skipped. */
export const plainEnglish = {
  meta: { type: 'suggestion', schema: [], messages: { old: 'Not “{{phrase}}”: {{say}}' } },
  create: (context) => ({
    Program() {
      const { sourceCode } = context;
      for (const comment of sourceCode.getAllComments()) {
        const prose = comment.value.replace(/`[^`]*`|“[^”]*”|"[^"]*"/g, (quoted) => ' '.repeat(quoted.length));
        for (const { index, phrase, say } of oldPhrasesIn(prose)) {
          const start = comment.range[0] + 2 + index;
          const loc = {
            start: sourceCode.getLocFromIndex(start),
            end: sourceCode.getLocFromIndex(start + phrase.length),
          };
          context.report({ loc, messageId: 'old', data: { phrase, say } });
        }
      }
    },
  }),
};
