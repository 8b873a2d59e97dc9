import { IconAlertTriangle } from '@tabler/icons-react';
import type { CommandForm } from '../../../../lib/forms/command-form.ts';
import { KeyValues } from '../../../../ui/data/KeyValues.tsx';
import { Section } from '../../../../ui/layout/Section.tsx';
import { NumberField, TextArea } from '../../../../ui/inputs/TextField.tsx';
import { hoursQuestion, readFigure, type FigureName, type MonthFields, isOptional } from '../month-fields.ts';
import css from './Metrics.module.css';

const groups = [
  { title: 'Employees', people: 'employees', hours: 'employeeHours', kms: 'employeeKms', count: 'employeeCount' },
  {
    title: 'Contractors',
    people: 'contractors',
    hours: 'contractorHours',
    kms: 'contractorKms',
    count: 'contractorCount',
  },
] as const;

/** Sum of two fields; a dash while either is not a number. */
function sumText(one: FigureName, other: FigureName, fields: MonthFields): string {
  const isEmpty = (name: FigureName) => fields[name].trim() === '';
  if (isEmpty(one) && isEmpty(other)) return '–';
  const [first, second] = [one, other].map((name) => (isEmpty(name) ? 0 : readFigure(name, fields[name]).value)) as [
    number | null,
    number | null,
  ];
  if (first === null || second === null) return '–';
  return ((Math.round(first * 100) + Math.round(second * 100)) / 100).toLocaleString('en-CA', {
    maximumFractionDigits: 2,
  });
}

/** Fields for hours, kilometres and head counts of employees and contractors, their totals, and notes. */
export function MonthFigures({ form: { controls, typed } }: { form: CommandForm<MonthFields> }) {
  const fields = controls.watch();
  return (
    <>
      <div className={css.groups}>
        {groups.map(({ title, people, hours, kms, count }) => {
          const question = hoursQuestion(fields[hours], fields[count], people);
          return (
            <Section key={title} title={title}>
              <div className={css.fields}>
                <NumberField
                  label="Hours worked"
                  hint="Include overtime, exclude leave"
                  optional={isOptional(hours)}
                  unit="hours"
                  {...typed(hours)}
                />
                <NumberField label="Distance driven" optional unit="km" {...typed(kms)} />
                <NumberField label="Head count" optional inputMode="numeric" unit={people} {...typed(count)} />
                <div role="status">
                  {question && (
                    <p className={css.question}>
                      <IconAlertTriangle size={20} aria-hidden />
                      <span>{question} If it is right, save it as it is.</span>
                    </p>
                  )}
                </div>
              </div>
            </Section>
          );
        })}
      </div>
      <div className={css.total}>
        <Section title="Total">
          <KeyValues
            layout="facts"
            items={[
              { term: 'Hours, for TRIF and LTIF', value: sumText('employeeHours', 'contractorHours', fields) },
              { term: 'Kilometres, for MVIF', value: sumText('employeeKms', 'contractorKms', fields) },
              { term: 'People', value: sumText('employeeCount', 'contractorCount', fields) },
            ]}
          />
        </Section>
      </div>
      <div className={css.notes}>
        <TextArea label="Notes" optional hint="Where the figures come from and what is estimated" {...typed('notes')} />
      </div>
    </>
  );
}
