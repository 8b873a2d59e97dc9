/**
 * Words that this code no longer uses, and what to say instead. `oldPhrases` are for prose: comments and names of
 * tests. `oldWords` and `oldNames` are for identifiers and names of files. See docs/glossary.md for the words to use.
 */

/** Patterns on prose, each with what to say instead. They avoid the ordinary meanings: "stands for", "so told". */
export const oldPhrases = [
  [/\bwhoever\b/i, 'who, or name the role'],
  [/\bsomebody\b/i, 'someone, or name the role'],
  [/\banew\b/i, 'again'],
  [/\bbesides\b(?! (?:the|a|an|it|its|each|them|one|every|another|both|all|that|this|what)\b)/i, 'also'],
  [/\bby then\b/i, 'then, when it runs'],
  [/\b(?:is|are|was|were|be|been|being|gets?) told\b/i, 'receives, knows, is notified'],
  [/\btold (?:of|about|that|to|by)\b/i, 'receives, knows, is notified'],
  [/\bhang(?:s|ing)? (?:on|off|from)\b/i, 'depends on, references'],
  [/\bstands?\b(?! (?:for|in for|out|up|by|alone)\b)/i, 'is, is written'],
  [/\bstood\b(?! (?:for|in for|out|up|by)\b)/i, 'was'],
  [/\basked (?:of|for anew)\b/i, 'requested, queried'],
  [/\bleft out\b/i, 'omitted'],
  [/\bwhat is done with\b/i, 'how … is used'],
  [/\b(?:lies|lie|lay)\b(?! (?:about|to (?:the|a|its))\b)/i, 'is stored, is'],
  [/\bfaults?\b(?![- ](?:tolera|injection))/i, 'error'],
  [/\blooker\b/i, 'scheduler'],
  [/\bhindrances?\b/i, 'denial reason'],
  [/\bletters? (?:of|to|for|that)\b/i, 'mail, mail template'],
];

/** Words of identifiers, after splitting camelCase, SNAKE_CASE and kebab-case. */
export const oldWords = new Map([
  ['fault', 'error'],
  ['faults', 'errors'],
  ['told', 'say what it is: view, history, published'],
  ['hangs', 'depends on'],
  ['whoever', 'who'],
  ['somebody', 'someone, or the role'],
  ['anew', 'again'],
  ['besides', 'also'],
  ['looker', 'scheduler'],
  ['weigh', 'evaluate'],
  ['hindrance', 'denial reason'],
  ['hindrances', 'denials'],
  ['folded', 'stream, decider'],
  ['kept', 'stored, pending, draft, cached'],
  ['heard', 'received'],
  ['unseen', 'hidden, not visible'],
  ['meant', 'resolved'],
]);

/** Limits begin with MAX_ or MIN_. */
export const oldLimits = /^(?:MOST|LEAST|LONGEST|LARGEST|SHORTEST)_|_(?:AT_MOST|AT_LEAST)$/;

/** Whole names that were replaced, by pattern. Patterns on `file` limit a rule to a part of the tree. */
export const oldNames = [
  { name: /^(?:ofOneStream|OneStream)$/, say: 'Decider, singleStream' },
  { name: /^unnamedAfter$/, say: 'noReferencesAfter' },
  { name: /^(?:takenAt|unitsTakenAt|groupTakenAt)$/, say: 'expectedRevisions, readDependencies' },
  { name: /^HangsOn$/, say: 'AppendOptions' },
  { name: /^(?:Around|around)$/, say: 'TaskContext', file: /^services\/api\// },
  { name: /^(?:Acting|Judgement|NamingReviewer)$/, say: 'WithActor, ReviewIncidentInput', file: /^services\/api\// },
  { name: /^(?:OrganizationsNow|UnitUsageNow|RoleFactsNow|SingleSignOnNow)$/, say: '…Cache, …Snapshot' },
  { name: /^(?:BriefCache|Renewals|Marks|stampOf)$/, say: 'SwrCache, RefreshBatcher, ReadModelVersions, versionToken' },
  { name: /^catchUp$/, say: 'waitForHead', file: /^services\/api\// },
  { name: /^(?:ownEnvelope|OwnCommand)$/, say: 'systemEnvelope, SystemCommand' },
  { name: /^(?:Wall|BeforeWall|isBehindWall|TAKING_OUT)$/, say: 'SubscriptionGate, isGated, EXPORTING' },
  { name: /^(?:Admission|beforeBody|foresee)$/, say: 'RequestAuthorizer, authorize, prefetch' },
  { name: /^said$/, say: 'output, logFields' },
  { name: /^Accepting$/, say: 'SendOutcome' },
  { name: /^carry[A-Z-].*(?:On|Out|-on|-out)$/i, say: 'resume…, run…' },
  { name: /^hear[A-Z-]/, say: 'handle…, received…' },
  { name: /^(?:AppendLanes?|HeldTenants)$/, say: 'AppendBatcher, AppendWorker, ContendedTenants' },
  {
    name: /^(?:LoadGatherer|GatheredQuestions|askTogether|together)$/,
    say: 'LoadBatcher, QueryBatcher, pipeline, batched',
  },
  { name: /^SteadyConnection$/, say: 'ReconnectingClient' },
  { name: /^(?:readAbout|About|turnTo|askBeside)$/, say: 'queryAsTenant, TenantScope, setScope, queryGlobal' },
  { name: /^(?:sealOf|rehearse)$/, say: 'shortHash, dryRunStore' },
  { name: /^(?:ReadModelSet|AnsweringSets|StandingSet|Standing)$/, say: 'Generation, ActiveGenerations, active' },
  { name: /^isAboutRights$/, say: "priority: 'authorization'" },
  { name: /^(?:sharesOf|shareBatch|foldsOf)$/, say: 'groupByProjection, commitInParallel, planFolds' },
  { name: /[lL]etters?(?:$|[A-Z-])/, say: 'MailTemplate, mails', file: /^services\/reactors\// },
  { name: /^spread/, say: 'fanOut', file: /^services\/reactors\// },
  { name: /^LooksEachMinute$/, say: 'PollingScheduler' },
  { name: /^(?:FromFirstField|Settling|NewsLine)$/, say: 'InitialFocus, RefetchIndicator, UpdateAvailableBanner' },
  {
    name: /^use(?:NewerEvent|Steady|Settled|AskingAnew|StartedAnew|Pressed)$/,
    say: 'see house rules: one name per use',
  },
  {
    name: /^(?:held-files|outbox-shelf|at-most|bare|early-answers|who-may)$/,
    say: 'attachmentDrafts, outboxStorage, …',
  },
  { name: /-words$/, say: 'labels' },
];

/** Folders whose names were replaced. */
export const oldFolders = new Map([
  ['parts', 'components'],
  ['areas', 'routes'],
  ['following', 'runner'],
]);

/** The words of an identifier or of a file's name, in lower case. */
export const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());

/** What to say instead of an identifier or a file's name in a file, or undefined where it may stay. */
export function betterName(name, file) {
  if (oldLimits.test(name)) return 'MAX_…, MIN_…, MAX_…_LENGTH';
  const word = wordsOf(name).find((each) => oldWords.has(each));
  if (word) return oldWords.get(word);
  return oldNames.find((rule) => rule.name.test(name) && (rule.file?.test(file) ?? true))?.say;
}

/** Each old phrase in a text: where it is, what it is, and what to say instead. */
export function oldPhrasesIn(text) {
  return oldPhrases.flatMap(([pattern, say]) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map((match) => ({
      index: match.index,
      phrase: match[0],
      say,
    })),
  );
}
