import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { IncidentsModule } from '../incidents/incidents.module.ts';
import { CancelTask } from './cancel-task.ts';
import { ChangeTask } from './change-task.ts';
import { CompleteTask } from './complete-task.ts';
import { CreateTask } from './create-task.ts';
import { DeleteTask } from './delete-task.ts';
import { ReopenRecurringTask } from './reopen-recurring-task.ts';
import { ReopenTask } from './reopen-task.ts';
import { TaskLog } from './task-log.ts';
import { TasksController } from './tasks.controller.ts';
import { VerifyTask } from './verify-task.ts';

@Module({
  imports: [IncidentsModule],
  controllers: [TasksController],
  providers: [
    TaskLog,
    ...handlersOf(
      CreateTask,
      ChangeTask,
      CompleteTask,
      VerifyTask,
      ReopenTask,
      ReopenRecurringTask,
      CancelTask,
      DeleteTask,
    ),
  ],
  exports: [TaskLog],
})
export class TasksModule {}
