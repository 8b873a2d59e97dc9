import { Stop } from '../prepare.mjs';
import { camel, pascal, past, plural, sentence } from './names.mjs';
import { addBefore, addImport, addToCall, append, argument, constant, importOf } from './source.mjs';

/**
 * Adds a command: its event, route, rule, declaration and test. The first command of a kind of record makes records of
 * that kind (`create-vendor`); later ones change a record (`approve-vendor`).
 */
export function newCommand(sources, context, name) {
  const [verb, ...rest] = name.split('-');
  if (rest.length === 0) throw new Stop('A command is a verb and a noun: approve-vendor');
  const noun = rest.join('-');
  const names = {
    context,
    name,
    verb,
    noun,
    action: camel(name),
    Action: pascal(name),
    record: camel(noun),
    Record: pascal(noun),
    guid: `${camel(noun)}Guid`,
    event: `${camel(noun)}${pascal(past(verb))}`,
    Event: `${pascal(noun)}${pascal(past(verb))}`,
    contracts: `contracts/src/${context}`,
    api: `services/api/src/${context}`,
  };
  if (!sources.has(`${names.contracts}/context.ts`))
    throw new Stop(`There is no context ${context}: npm run new -- context ${context}`);
  const streams = `${names.contracts}/streams.ts`;
  const isFirst = !sources.has(streams) || !sources.read(streams).includes(`defineStream('${noun}'`);
  if (isFirst) {
    addStream(sources, names);
    addCreation(sources, names);
  } else {
    addEvent(sources, names);
    if (sources.has(`${names.api}/on-${noun}.ts`)) addCommandOnRecord(sources, names);
    else addPlainCommand(sources, names);
  }
  addGolden(sources, names);
  addAccess(sources, names, isFirst);
  // The event page confirms commands without fields by itself.
  if (!sources.has(`${names.api}/on-${noun}.ts`)) addToConsole(sources, names);
}

/**
 * Adds the route to the list of reviewed routes. A person reads it in the diff. It is open to admins only, or to
 * members where the routes of the context are.
 */
function addAccess(sources, { context, noun, verb, action, guid }, isFirst) {
  const isOnRecord = sources.has(`services/api/src/${context}/on-${noun}.ts`);
  sources.change('contracts/access.json', (before) => {
    const reviewed = JSON.parse(before);
    const sibling = Object.entries(reviewed).find(
      ([id, { route }]) => id.endsWith(pascal(noun)) && route.startsWith('POST ') && route.includes('}/'),
    )?.[1];
    const path = isFirst ? plural(noun) : `${plural(noun)}/{${guid}}/${verb}`;
    reviewed[action] = isOnRecord
      ? { ...sibling, route: sibling.route.replace(/[^/]+$/, verb) }
      : { route: `POST /api/${path}`, access: 'ADMIN', bodyLimit: 1_048_576 };
    return `${JSON.stringify(reviewed, null, 2)}\n`;
  });
}

/** The first event ever written of its type, which later versions of the product must still read. */
function addGolden(sources, { noun, Event }) {
  const id = (last) => `01900000-0000-7000-8000-0000000000${last}`;
  const golden = {
    id: id('99'),
    type: Event,
    schemaVersion: 1,
    stream: { kind: noun, guid: id('98') },
    data: {},
    metadata: {
      commandId: id('01'),
      correlationId: id('02'),
      causationId: null,
      actor: { userGuid: id('03'), kind: 'USER' },
      onBehalfOf: null,
      client: { product: 'console', device: 'PHONE' },
      at: '2026-03-17T13:40:00.000Z',
      traceparent: null,
    },
  };
  sources.create(`contracts/golden/${Event}.v1.json`, JSON.stringify(golden, null, 2));
}

const article = (noun) => (/^[aeiou]/.test(noun) ? 'an' : 'a');
const words = (noun) => sentence(noun).toLowerCase();

/** The contracts of a new kind of record, with its first event. */
function addStream(sources, { contracts, context, noun, record, Record, event, Event, guid, verb }) {
  const text = `export const ${event} = defineEvent('${Event}', z.strictObject({}));

export const ${record}Events = [${event}] as const;
export type ${Record}Event = EventOf<(typeof ${record}Events)[number]>;`;
  const events = `${contracts}/events.ts`;
  if (sources.has(events)) sources.change(events, (before) => addBefore(before, undefined, text));
  else
    sources.create(
      events,
      `
import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/domain-event.ts';

${text}`,
    );

  const stream = `export const ${record}Stream = defineStream('${noun}', ${record}Events);`;
  const streams = `${contracts}/streams.ts`;
  if (sources.has(streams))
    sources.change(streams, (before) =>
      addImport(addBefore(before, undefined, stream), `${record}Events`, './events.ts'),
    );
  else
    sources.create(
      streams,
      `
import { defineStream } from '../kernel/stream.ts';
import { ${record}Events } from './events.ts';

${stream}`,
    );

  const errors = `${contracts}/errors.ts`;
  const entry = `${Record}NotFound: notFound('${sentence(noun)}')`;
  const errorsName = `${camel(context)}Errors`;
  if (sources.has(errors))
    sources.change(errors, (before) =>
      addImport(append(before, constant(before, errorsName), entry), 'notFound', '../errors/error-entry.ts'),
    );
  else
    sources.create(
      errors,
      `
import { notFound } from '../errors/error-entry.ts';

export const ${errorsName} = { ${entry} } as const;`,
    );

  const answer = `export const ${record}Answer = z.strictObject({ ${guid}: guid, revision: z.int().nonnegative() });`;
  const answers = `${contracts}/answers.ts`;
  if (sources.has(answers))
    sources.change(answers, (before) =>
      addImport(addImport(addBefore(before, undefined, answer), 'z', 'zod'), 'guid', '../kernel/values/ids.ts'),
    );
  else
    sources.create(
      answers,
      `
import { z } from 'zod';
import { guid } from '../kernel/values/ids.ts';

${answer}`,
    );

  const routes = `${contracts}/routes.ts`;
  const route = `{
    method: 'POST',
    path: '/${plural(noun)}',
    operationId: '${verb}${Record}',
    wall: 'WALLED',
    summary: '${sentence(verb)} ${article(noun)} ${words(noun)}',
    ...forAdmins,
    refusals: [],
    query: organizationQuery,
    ...nothing,
    status: 201,
    answer: ${record}Answer,
  }`;
  const routesName = `${camel(context)}Routes`;
  if (sources.has(routes))
    sources.change(routes, (before) =>
      addImport(append(before, constant(before, routesName), route), `${record}Answer`, './answers.ts'),
    );
  else
    sources.create(
      routes,
      `
import { z } from 'zod';
import { much, none, nothing } from '../http/route-parts.ts';
import type { Route } from '../http/route.ts';
import { guid } from '../kernel/values/ids.ts';
import { organizationQuery } from '../organizations/answers.ts';
import { ${record}Answer } from './answers.ts';

const forAdmins = { access: 'ADMIN', modules: none, flags: none, fieldClasses: {}, readModels: [], ...much } as const;

export const ${routesName} = [${route}] as const satisfies readonly Route[];`,
    );

  sources.change(`${contracts}/context.ts`, (before) => {
    const call = (text, property, entry, kind) => addToCall(text, 'defineContext', property, entry, kind);
    let context = call(before, 'streams', `${record}Stream`);
    if (!argument(context, 'defineContext', 'routes')) context = call(context, 'routes', routesName, 'value');
    if (!argument(context, 'defineContext', 'errors')) context = call(context, 'errors', errorsName, 'value');
    context = call(context, 'answers', `${Record}Answer: ${record}Answer`, 'object');
    context = call(context, 'labels', `'${noun}': '${sentence(noun)}'`, 'object');
    context = call(context, 'internal', `'${noun}': "other systems follow incidents only"`, 'object');
    for (const [name, file] of [
      [`${record}Answer`, 'answers'],
      [errorsName, 'errors'],
      [routesName, 'routes'],
      [`${record}Stream`, 'streams'],
    ])
      context = addImport(context, name, `./${file}.ts`);
    return context;
  });
}

/** The state of a new kind of record, and the command that makes one. */
function addCreation(sources, { api, context, noun, name, action, Action, record, Record, guid, event, Event }) {
  sources.create(
    `${api}/${noun}.ts`,
    `
import { ${record}Stream } from '@plimsoll/contracts/${context}/streams';
import { decider } from '../commands/decider.ts';

export interface ${Record} {
  readonly exists: boolean;
}

export const ${record}Decider = decider({
  stream: ${record}Stream,
  initial: { exists: false },
  evolve: (${record}, event): ${Record} => {
    switch (event.type) {
      case '${Event}':
        return { exists: true };
      default:
        return ${record};
    }
  },
});`,
  );
  rule(
    sources,
    { api, context, name, event },
    `
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { ${event} } from '@plimsoll/contracts/${context}/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { ${Record} } from './${noun}.ts';

export function ${action}(${record}: ${Record}): Decision<EventOf<typeof ${event}>> {
  if (${record}.exists) return refuse('DuplicateGuid');
  return [{ type: '${Event}', data: {} }];
}`,
  );
  sources.create(
    `${api}/${name}.ts`,
    `
import { defineCommand } from '../commands/define-command.ts';
import { execute, singleStream } from '../commands/execute.ts';
import { ${action} } from './${name}.rule.ts';
import { ${record}Decider } from './${noun}.ts';

export const ${Action} = defineCommand({
  name: '${Action}',
  handle: () => (store, envelope, ${guid}: string) =>
    execute(store, envelope, singleStream({ own: ${record}Decider.of(${guid}), decide: ${action}, expectedState: 'NEW' })),
  route: {
    operationId: '${action}',
    args: (envelope) => [envelope.newGuid()],
    answer: ({ revision }, [${guid}]) => ({ ${guid}, revision }),
  },
});`,
  );
  sources.create(
    `${api}/${name}.unit.spec.ts`,
    `
import { given } from '../../test/given-when-then.ts';
import { ${action} } from './${name}.rule.ts';
import { ${record}Decider } from './${noun}.ts';

const ${event} = { type: '${Event}', data: {} } as const;

test('${article(noun)} new ${words(noun)} is written', () => {
  given(${record}Decider).when(${action}).then([${event}]);
});

test('${article(noun)} ${words(noun)} that exists is not made a second time', () => {
  given(${record}Decider, [${event}]).when(${action}).then({ refused: 'DuplicateGuid' });
});`,
  );
  addToModule(sources, { api, context, name, Action });
}

const rule = (sources, { api, name }, text) => sources.create(`${api}/${name}.rule.ts`, text);

/** One more event of a kind of record that exists. */
function addEvent(sources, { contracts, record, event, Event }) {
  const events = `${contracts}/events.ts`;
  sources.change(events, (before) => {
    const list = constant(before, `${record}Events`);
    if (!list) throw new Stop(`${events} has no list ${record}Events`);
    const added = append(before, list, event);
    return addBefore(added, `${record}Events`, `export const ${event} = defineEvent('${Event}', z.strictObject({}));`);
  });
}

/** Adds a command to a kind of record that has its own declaration helper: \`onIncident({ operationId, rule })\`. */
function addCommandOnRecord(sources, names) {
  const { contracts, api, context, verb, noun, name, action, Action, record, Record, event, Event } = names;
  const declaration = `on${Record}`;
  const helper = sources.read(`${api}/on-${noun}.ts`);
  const policy = sources.read(`${api}/policy.ts`);
  if (!helper.includes(`export const ${declaration} = <const Id extends OperationId`))
    throw new Stop(`${declaration} makes no routes: follow docs/recipes.md by hand`);
  sources.change(`${contracts}/policy.ts`, (before) => {
    const table = constant(before, 'table');
    const columns = table.properties[0].initializer.elements.length;
    return append(
      before,
      table,
      `\n  // The state refuses it everywhere until the cells say who may.\n  ${verb}: [${Array(columns).fill('cS').join(', ')}]`,
    );
  });
  sources.change(`${contracts}/routes.ts`, (before) =>
    append(
      before,
      constant(before, `${record}Routes`),
      `verb('${verb}', '${action}', '${sentence(verb)} ${article(noun)} ${words(noun)}', nothing)`,
    ),
  );
  addToWorkflow(sources, names);
  rule(
    sources,
    names,
    `
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { ${event} } from '@plimsoll/contracts/${context}/events';
import type { Decision } from '../commands/decision.ts';
import type { Live${Record} } from './${noun}.ts';
import { refusalOf, type WithActor } from './policy.ts';

export function ${action}(command: WithActor, ${record}: Live${Record}): Decision<EventOf<typeof ${event}>> {
  return refusalOf('${verb}', ${record}, command) ?? [{ type: '${Event}', data: {} }];
}`,
  );
  if (!policy.includes('export function refusalOf(')) throw new Stop(`${api}/policy.ts has no refusalOf`);
  sources.create(
    `${api}/${name}.ts`,
    `
import { ${declaration} } from './on-${noun}.ts';
import { defineCommand } from '../commands/define-command.ts';
import { ${action} } from './${name}.rule.ts';

export const ${Action} = defineCommand(${declaration}({ operationId: '${action}', rule: ${action} }));`,
  );
  addToModule(sources, names);
}

/** Fills the tables of the workflow that have an entry for each event or command: nobody may, and nothing changes. */
function addToWorkflow(sources, { contracts, api, context, verb, noun, name, action, Event }) {
  const entry = (path, table, text) => sources.change(path, (before) => append(before, constant(before, table), text));
  entry(`${contracts}/progress.ts`, 'transitions', `${Event}: { from: modifiable, to: 'SAME' }`);
  entry(
    `${contracts}/event-texts.ts`,
    'commandTexts',
    `${verb}: (number) => \`${sentence(verb)} ${eventWord(noun)} \${number}\``,
  );
  entry(`${contracts}/event-texts.ts`, 'didTexts', `${Event}: () => '${past(verb)} the ${eventWord(noun)}'`);
  const tests = api.replace('/src/', '/test/');
  entry(`${tests}/workflow-table.ts`, 'rules', `${verb}: ({ actor }, ${noun}) => ${action}({ actor }, ${noun})`);
  sources.change(`${tests}/workflow-table.ts`, (before) => {
    const columns = before.match(/\| command \|(.*)\|/)[1].split('|').length;
    const row = `| ${verb} | ${Array(columns).fill('cS').join(' | ')} |\n`;
    return addImport(before.replace('\n`;\n', `\n${row}\`;\n`), action, `@plimsoll/api/${context}/${name}.rule`);
  });
}

/** Users call an incident an event. */
const eventWord = (noun) => (noun === 'incident' ? 'event' : words(noun));

/** A command on one record, from its rule. */
function addPlainCommand(sources, names) {
  const { contracts, api, context, verb, noun, name, action, Action, record, Record, guid, event, Event } = names;
  const created = constant(sources.read(`${contracts}/events.ts`), `${record}Events`).elements[0].getText();
  const Created = pascal(created.replace(/([A-Z])/g, '-$1').toLowerCase());
  sources.change(`${contracts}/routes.ts`, (before) =>
    append(
      before,
      constant(before, `${camel(context)}Routes`),
      `{
    method: 'POST',
    path: '/${plural(noun)}/{${guid}}/${verb}',
    operationId: '${action}',
    wall: 'WALLED',
    summary: '${sentence(verb)} ${article(noun)} ${words(noun)}',
    ...forAdmins,
    refusals: ['${Record}NotFound'],
    params: z.strictObject({ ${guid}: guid }),
    query: organizationQuery,
    ...nothing,
    status: 200,
    answer: ${record}Answer,
  }`,
    ),
  );
  rule(
    sources,
    names,
    `
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { ${event} } from '@plimsoll/contracts/${context}/events';
import { refuse, type Decision } from '../commands/decision.ts';
import type { ${Record} } from './${noun}.ts';

export function ${action}(${record}: ${Record}): Decision<EventOf<typeof ${event}>> {
  if (!${record}.exists) return refuse('${Record}NotFound');
  return [{ type: '${Event}', data: {} }];
}`,
  );
  sources.create(
    `${api}/${name}.ts`,
    `
import { defineCommand } from '../commands/define-command.ts';
import { execute, singleStream } from '../commands/execute.ts';
import { ${action} } from './${name}.rule.ts';
import { ${record}Decider } from './${noun}.ts';

export const ${Action} = defineCommand({
  name: '${Action}',
  handle: () => (store, envelope, ${guid}: string) =>
    execute(store, envelope, singleStream({ own: ${record}Decider.of(${guid}), decide: ${action} })),
  route: {
    operationId: '${action}',
    args: (_, { ${guid} }) => [${guid}],
    answer: ({ revision }, [${guid}]) => ({ ${guid}, revision }),
  },
});`,
  );
  sources.create(
    `${api}/${name}.unit.spec.ts`,
    `
import { given } from '../../test/given-when-then.ts';
import { ${action} } from './${name}.rule.ts';
import { ${record}Decider } from './${noun}.ts';

test('${article(noun)} ${words(noun)} that does not exist is refused', () => {
  given(${record}Decider).when(${action}).then({ refused: '${Record}NotFound' });
});

test('what was decided is written', () => {
  given(${record}Decider, [{ type: '${Created}', data: {} }])
    .when(${action})
    .then([{ type: '${Event}', data: {} }]);
});`,
  );
  addToModule(sources, names);
}

/** Lists the command in the context's module, which makes its route and its handler. */
function addToModule(sources, { api, context, name, Action }) {
  sources.change(`${api}/${context}.module.ts`, (before) => {
    const imported = addImport(before, Action, `./${name}.ts`);
    const commands = constant(imported, 'commands');
    if (commands) return append(imported, commands, Action);
    if (!/@Module\(\{\s*\}\)/.test(imported))
      throw new Stop(
        `${api}/${context}.module.ts has no list called commands: see services/api/src/incidents/incidents.module.ts`,
      );
    return addImport(
      addImport(
        imported
          .replace('@Module', `const commands = [${Action}];\n\n@Module`)
          .replace(
            /@Module\(\{\s*\}\)/,
            `@Module({\n  controllers: [commandController('${pascal(context)}CommandsController', commands)],\n  providers: [...handlersOf(...commands)],\n})`,
          ),
        'handlersOf',
        '../commands/define-command.ts',
      ),
      'commandController',
      '../http/command-controller.ts',
    );
  });
}

/** Declares the command for screens; the queries that it makes stale are added by hand. */
function addToConsole(sources, { context, action }) {
  const path = `console/src/features/${context}/api.ts`;
  const line = `export const ${action} = command('${action}', { staleAfter: [] });`;
  if (!sources.has(path)) return sources.create(path, `import { command } from '../../lib/api/command.ts';\n\n${line}`);
  const importsCommand = importOf(sources.read(path), 'command') !== undefined;
  sources.change(path, (before) => {
    const added = addBefore(before, undefined, line);
    return importsCommand ? added : addImport(added, 'command', '../../lib/api/command.ts');
  });
}
