import { defineContext } from '../kernel/context.ts';
import { formErrors } from './errors.ts';
import {
  categoryCommandAnswer,
  form,
  formCategory,
  formCategoryList,
  formCommandAnswer,
  formList,
  formSchema,
  formSummary,
  keptForm,
  keptFormList,
  keptFormSummary,
  question,
  questionGroup,
} from './form.ts';
import { formRoutes } from './routes.ts';
import { formCategoryStream, formStream } from './streams.ts';

export const formsContext = defineContext({
  name: 'forms',
  streams: [formStream, formCategoryStream],
  routes: formRoutes,
  errors: formErrors,
  answers: {
    Question: question,
    QuestionGroup: questionGroup,
    Form: form,
    FormSummary: formSummary,
    FormList: formList,
    FormCommandAnswer: formCommandAnswer,
    KeptForm: keptForm,
    KeptFormSummary: keptFormSummary,
    KeptFormList: keptFormList,
    FormSchema: formSchema,
    FormCategory: formCategory,
    FormCategoryList: formCategoryList,
    CategoryCommandAnswer: categoryCommandAnswer,
  },
  labels: {
    form: 'Form',
    'form-category': 'Form category',
  },
  internal: {
    form: 'what an organization asks by is its own matter; a report names its form',
    'form-category': 'what an organization asks by is its own matter; a report names its form',
  },
});
