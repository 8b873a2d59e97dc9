import { Stop } from '../prepare.mjs';
import { camel, pascal, sentence, snake } from './names.mjs';
import { addImport, addToCall } from './source.mjs';

/** Adds a read model with one row per record, its query, and a test on a database. */
export function newReadModel(sources, context, name) {
  const streams = `contracts/src/${context}/streams.ts`;
  const [, kind] = (sources.has(streams) && sources.read(streams).match(/defineStream\(\s*'([a-z-]+)'/)) || [];
  if (!kind) throw new Stop(`${context} has no records yet: npm run new -- command ${context}/create-SOMETHING`);
  const events = sources.read(`contracts/src/${context}/events.ts`);
  const [, Created] = events.match(/defineEvent\(\s*'(\w+)'/);
  const record = camel(kind);
  const folder = `projections/src/${context}/${name}`;
  const table = `${camel(name)}Table`;
  const Row = `${pascal(name)}Row`;
  const Find = `Find${pascal(name)}`;

  sources.create(
    `${folder}/project.ts`,
    `
import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel } from '../../runner/tables/read-model.ts';
import { table, type RowOf } from '../../runner/tables/table.ts';

export const ${table} = table('${snake(name)}', {
  key: ['${snake(kind)}_guid'],
  columns: { ${snake(kind)}_guid: 'uuid', created_at: 'timestamptz' },
});
export type ${Row} = RowOf<typeof ${table}>;

const ${record}Fold = foldStream(${table}, {
  begin: {
    ${Created}: ({ stream, metadata }) => ({ ${snake(kind)}_guid: stream.guid, created_at: metadata.at }),
  },
  evolve: {},
});

/** ${sentence(name)} of an organization. */
export const ${camel(name)} = defineReadModel({
  name: '${name}',
  version: 1,
  tables: [${table}],
  folds: [${record}Fold],
});`,
  );
  sources.create(
    `${folder}/query.ts`,
    `
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { ${table}, type ${Row} } from './project.ts';

/** ${sentence(name)} of an organization, oldest first. */
export class ${Find} extends Query<readonly ${Row}[]> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Answers \`${Find}\`. */
@QueryHandler(${Find})
export class ${Find}Handler implements IQueryHandler<${Find}> {
  constructor(private readonly reader: ReadModelReader) {}

  execute({ tenant }: ${Find}): Promise<readonly ${Row}[]> {
    return this.reader.ask<${Row}>(tenant, {
      name: '${sentence(name).toLowerCase()}',
      text: \`select * from \${${table}} where tenant = $1 order by created_at, ${snake(kind)}_guid\`,
      values: [tenant],
    });
  }
}`,
  );
  sources.change(`projections/src/${context}/context.ts`, (before) => {
    const listed = addToCall(before, 'defineReadContext', 'readModels', camel(name));
    const queried = addToCall(listed, 'defineReadContext', 'queries', `() => import('./${name}/query.ts')`);
    return addImport(queried, camel(name), `./${name}/project.ts`);
  });
}
