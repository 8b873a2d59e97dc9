import { defineStream } from '../kernel/stream.ts';
import {
  builtInFormHidden,
  builtInFormOffered,
  formArchived,
  formCategoryCreated,
  formCategoryRemoved,
  formCategoryRenamed,
  formChangesDiscarded,
  formCreated,
  formDetailsChanged,
  formGroupsChanged,
  formPublished,
  formPutInCategory,
  formQuestionsChanged,
  formRemoved,
  formRestored,
  formTakenFromCategory,
  formWorkflowChanged,
} from './events.ts';

export const formStream = defineStream('form', [
  formCreated,
  formDetailsChanged,
  formWorkflowChanged,
  formGroupsChanged,
  formQuestionsChanged,
  formPublished,
  formChangesDiscarded,
  formArchived,
  formRestored,
  formRemoved,
  builtInFormHidden,
  builtInFormOffered,
]);

export const formCategoryStream = defineStream('form-category', [
  formCategoryCreated,
  formCategoryRenamed,
  formCategoryRemoved,
  formPutInCategory,
  formTakenFromCategory,
]);
