import { useQuery } from '@tanstack/react-query';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { eventFieldTexts, injuredTexts, oiicsTexts } from '@plimsoll/contracts/incidents/event-texts';
import { Section } from '../../../ui/layout/Section.tsx';
import css from './EventProse.module.css';
import { oiicsLists, oiicsQuery, titleOf, type OiicsList } from './oiics.ts';

type Injured = IncidentDetail['injuredPersons'][number];

/** A code with its title, which is empty until the titles have loaded. */
function Code({ list, code }: { list: OiicsList; code: string }) {
  const { data: rows, isLoading } = useQuery(oiicsQuery(list));
  const row = rows?.find(([each]) => each === code);
  return (
    <>
      <dt>{oiicsTexts[list]}</dt>
      <dd>
        {isLoading ? (
          '\u00a0'
        ) : row ? (
          <>
            {titleOf(row)} <span className={css.aside}>{code}</span>
          </>
        ) : (
          code
        )}
      </dd>
    </>
  );
}

function Person({ person }: { person: Injured }) {
  const codes = oiicsLists.filter((list) => person[list] !== null);
  return (
    <li>
      <h3>{person.name}</h3>
      <p className={css.muted}>{injuredTexts(person).join(' · ')}</p>
      {(codes.length > 0 || person.treatment) && (
        <dl className={css.codes}>
          {codes.map((list) => (
            <Code key={list} list={list} code={person[list]!} />
          ))}
          {person.treatment && (
            <>
              <dt>{eventFieldTexts.treatment}</dt>
              <dd>{person.treatment}</dd>
            </>
          )}
        </dl>
      )}
    </li>
  );
}

/** Injured persons with their injuries and the titles of the codes. */
export function PeopleHurt({ persons }: { persons: readonly Injured[] }) {
  if (persons.length === 0) return null;
  return (
    <Section title={eventFieldTexts.injuredPersons}>
      <ul className={css.people}>
        {persons.map((person) => (
          <Person key={person.injuredPersonGuid} person={person} />
        ))}
      </ul>
    </Section>
  );
}
